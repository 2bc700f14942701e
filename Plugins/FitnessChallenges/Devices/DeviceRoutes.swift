import FieldhouseKit
import Foundation

extension FitnessChallenges {
  func deviceRoutes(_ routes: inout Routes) {
    routes.get("/me/devices", "The companion apps that may send my steps", access: .account) { (_: NoInput, call) in
      let account = try call.account.id
      let found = try await host.storage.read { try await DeviceStore.devices(of: account, in: $0) }
      return Page(
        items: found.map { DeviceOutput(id: $0.id, name: $0.name, madeAt: $0.madeAt, usedAt: $0.usedAt) })
    }
    // A PUT, as answers with secrets are never kept for a repetition: the id says which one it is.
    routes.put(
      "/me/devices/{device}", "Make a token for a companion app, which is shown this once", access: .account,
      problems: [.devicesMany, .deviceTaken]
    ) { (input: DeviceInput, call, transaction) in
      let token = try await DeviceStore.make(
        input.device, input.name, for: try call.account.id, at: call.now, in: transaction)
      return DeviceMade(id: input.device, token: token)
    }
    routes.delete(
      "/me/devices/{device}", "End a token: the app sends nothing more", access: .account, problems: [.deviceUnknown]
    ) { (input: DeviceName, call, transaction) in
      try await DeviceStore.remove(input.device, of: try call.account.id, in: transaction)
      return NoContent()
    }
    routes.post(
      "/ingest", "Send steps with a device's token, in any order, each update once however often it comes",
      access: .everyone,
      status: 200, problems: [.deviceToken, .deviceLimit(seconds: 3_600)]
    ) { (input: IngestInput, call, transaction) in try await ingest(input, at: call.now, in: transaction) }
  }

  private func ingest(
    _ input: IngestInput, at now: Date, in transaction: any Transaction
  ) async throws -> IngestOutput {
    let device = try await DeviceStore.device(input.token, sending: input.updates.count, at: now, in: transaction)
    let activities = input.updates.map { ($0.id, $0.activity(of: device.id, now: now.millisecondsSince1970)) }
    let before = try await ActivityStore.known(
      Array(Set(activities.compactMap { $1?.id })).sorted(), of: device.account, in: transaction)
    var (output, kept, changed) = (IngestOutput(), before, Set<String>())
    for (name, activity) in activities {
      guard let activity else {
        output.refused.append(name)
        continue
      }
      if let known = kept[activity.id], known.revision >= activity.revision {
        output.known += 1
        continue
      }
      kept[activity.id] = activity
      changed.insert(activity.id)
      output.taken += 1
    }
    let new = changed.sorted().compactMap { kept[$0] }
    guard !new.isEmpty else { return output }
    try await ActivityStore.keep(new, of: device.account, in: transaction)
    let touched = new + changed.compactMap { before[$0] }
    try await ActivityStore.tell(
      touched.map(\.start).min() ?? 0, touched.map(\.end).max() ?? 0, of: device.account, in: transaction)
    return output
  }
}

struct DeviceInput: RouteInput {
  /// Chosen by whoever makes it, such as a UUID.
  var device: String
  var name: String
  static var schema: Schema {
    let name = Schema.string(minLength: 1, maxLength: 60).withMessage("A device has a name of 1 to 60 characters.")
    return .object([("device", .activity), ("name", name)], required: ["device", "name"])
  }
}

struct DeviceName: RouteInput {
  var device: String
  static var schema: Schema { .object([("device", .id)], required: ["device"]) }
}

struct DeviceOutput: RouteOutput, Decodable {
  var id: String
  var name: String
  var madeAt: Date
  /// When it last sent something.
  var usedAt: Date?
}

/// A new device; the token is not told again.
struct DeviceMade: RouteOutput {
  var id: String
  var token: String

  static var schema: Schema {
    .object([("id", .string()), ("token", Schema.string().secret)], required: ["id", "token"])
  }
}

/// What a companion app sends.
struct IngestInput: RouteInput {
  var token: String
  var updates: [StepUpdate]

  static var schema: Schema {
    .object(
      [
        ("token", Schema.string(minLength: 68, maxLength: 68).text(.opaque).secret),
        ("updates", .array(of: StepUpdate.schema, count: 1...500)),
      ], required: ["token", "updates"])
  }
}

/// What a device has counted in a stretch of time.
struct StepUpdate: Decodable, Sendable, Described {
  /// Chosen by the device: the same stretch has the same id.
  var id: String
  /// Grows when the stretch is counted anew: the highest one counts, in whatever order they come. 0 unless given.
  var revision: Int?
  var start: Date
  var end: Date
  var kind: Activity.Kind?
  var steps: Int?
  var pushes: Int?
  var metres: Double?

  static var schema: Schema {
    .object(
      [
        ("id", .string(minLength: 1, maxLength: 24, pattern: "^[A-Za-z0-9_-]+$")),
        ("revision", .nullable(.integer(0...1_000_000_000))), ("start", .string(format: .dateTime)),
        ("end", .string(format: .dateTime)), ("kind", .nullable(.activityKind)), ("steps", .nullable(.steps)),
        ("pushes", .nullable(.steps)), ("metres", .nullable(.metres)),
      ], required: ["id", "start", "end"])
  }

  /// The activity that it is; nil for times that cannot be: the end before the start, more than a day long, before 1990,
  /// or more than a day ahead of the host's clock.
  func activity(of device: String, now: Int64) -> Activity? {
    let (from, to) = (start.millisecondsSince1970, end.millisecondsSince1970)
    guard from < to, to - from <= 86_400_000, ImportInstant.sensible.contains(from),
      to <= now + Plausibility.mostAhead
    else { return nil }
    // Ids have 64 characters at most: a long name of a device is told by its hash.
    let name = device.count <= 36 ? device : String(SHA256.hex(Array(device.utf8)).prefix(36))
    var activity = Activity(
      id: "d-\(name)-\(id)", kind: kind ?? ((pushes ?? 0) > 0 ? .wheelchair : .walk), source: .device,
      evidence: .device, start: from, end: to, seconds: Int((to - from) / 1_000), received: now)
    (activity.steps, activity.pushes, activity.metres) = (steps ?? 0, pushes ?? 0, metres ?? 0)
    activity.revision = revision ?? 0
    activity.suspect = Plausibility.codes(of: activity, hasJumps: false)
    return activity
  }
}

/// What became of the updates.
struct IngestOutput: RouteOutput, Decodable {
  /// How many are new or changed.
  var taken = 0
  /// How many were there already.
  var known = 0
  /// The ids of those whose times cannot be.
  var refused: [String] = []
}

extension Problem {
  static var deviceUnknown: Problem { .notFound("device-unknown", "You have no such device.") }
  static var deviceTaken: Problem {
    .conflict("device-taken", "There is a device of this id. Its token is not shown again: make another one.")
  }
  static var devicesMany: Problem {
    .conflict("devices-many", "You have \(DeviceStore.most) devices. Remove one of them first.")
  }
  static var deviceToken: Problem {
    Problem(status: 401, code: "device-token", detail: "This token is none, or was ended. Make a new one.")
  }
  static func deviceLimit(seconds: Int) -> Problem {
    .tooMany(
      "device-limit", "A device sends at most \(DeviceStore.mostOfDay) updates a day.", retryAfterSeconds: seconds)
  }
}
