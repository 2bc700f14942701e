import FieldhouseKit
import Foundation

// Whoever is there reads a code at the place; the device may send it later.
extension TeamManagement {
  func checkInRoutes(_ routes: inout Routes) {
    routes.put(
      "/teams/{team}/events/{event}/check-in", "The code that is shown at the place, made where there is none",
      access: .permission(Permission.attendance, in: "team"), problems: [.teamArchived, .eventUnknown, .eventCancelled]
    ) { (input: EventInput, _, transaction) in
      _ = try await TeamStore.living(input.team, in: transaction)
      let event = try await EventStore.event(input.event, of: input.team, in: transaction)
      guard !event.plan.isCancelled else { throw Problem.eventCancelled }
      let code = try await AttendanceStore.checkInCode(of: event, in: transaction)
      return CheckInOutput(code: code, path: "\(event.page)/here/\(code)")
    }
    routes.put(
      "/teams/{team}/events/{event}/check-in/mine", "Check in at the place with the code that is shown there",
      access: .permission(Permission.view, in: "team"),
      problems: [
        .teamArchived, .eventUnknown, .memberUnknown, .checkInWrong, .checkInTime, .eventCancelled, .ageUnknown(21),
        .tooYoung(21),
      ]
    ) { (input: CheckInInput, call, transaction) in
      let me = try call.account.id
      _ = try await TeamStore.living(input.team, in: transaction)
      let event = try await EventStore.event(input.event, of: input.team, in: transaction)
      guard !event.plan.isCancelled else { throw Problem.eventCancelled }
      try await checkMember(me, of: input.team, in: transaction)
      guard try await AttendanceStore.knownCode(of: event, in: transaction) == input.code else {
        throw Problem.checkInWrong
      }
      guard Attendance.isCheckInTime(input.at, from: event.plan.startsAt, to: event.plan.endsAt, sent: call.now) else {
        throw Problem.checkInTime
      }
      try await checkAge(of: me, for: event)
      try await AttendanceStore.checkIn(me, at: event, when: input.at, now: call.now, in: transaction)
      try await publish("attendance", of: input.team, event: event.id, in: transaction)
      return NoContent()
    }
  }
}

/// A code of check-in.
struct CheckInOutput: RouteOutput, Decodable {
  var code: String
  /// The page that reads it, below the host's own address.
  var path: String

  static var schema: Schema {
    .derived(from: Self.self).refining("code", .string().secret).refining("path", .string().secret)
  }
}

struct CheckInInput: RouteInput {
  var team: String
  var event: String
  var code: String
  /// When it was read, by the device: entries that wait for a connection come later.
  var at: Date

  static var schema: Schema {
    .object(
      [
        ("team", Fields.id), ("event", Fields.id), ("code", .string(minLength: 1, maxLength: 40)),
        ("at", Fields.instant),
      ],
      required: ["team", "event", "code", "at"])
  }
}
