import FieldhouseKit
import Foundation

extension WalkingClubs {
  func walkRoutes(_ routes: inout Routes) {
    routes.get(
      "/clubs/{club}/walks", "The walks of a club that are not over", access: .permission(Permission.walk, in: "club")
    ) { (input: ClubInput, call) in try await walks(of: input.club, try call.account.id, at: call.now) }
    routes.post(
      "/clubs/{club}/walks", "Organise a walk at which people check in",
      access: .permission(Permission.run, in: "club"),
      problems: [.walkOver]
    ) { (input: WalkInput, call, transaction) in
      try await organise(input, by: try call.account.id, at: call.now, in: transaction)
    }
    routes.delete(
      "/clubs/{club}/walks/{walk}", "Call a walk off", access: .permission(Permission.run, in: "club"),
      problems: [.walkUnknown]
    ) { (input: WalkName, call, transaction) in
      try await WalkStore.remove(input.walk, of: input.club, at: call.now, in: transaction)
      try await wake()
      try await transaction.publish(Club.topic(input.club), LiveEvent("walks"))
      return NoContent()
    }
    routes.put(
      "/clubs/{club}/walks/{walk}/check-in", "Check in at a walk, with the code that who leads it shows",
      access: .permission(Permission.walk, in: "club"), problems: [.walkUnknown, .walkClosed, .codeWrong]
    ) { (input: CheckInInput, call, transaction) in
      let walk = try await WalkStore.walk(input.walk, of: input.club, in: transaction)
      guard walk.isOpen(at: call.now) else { throw Problem.walkClosed }
      guard input.code.uppercased() == walk.code else { throw Problem.codeWrong }
      try await WalkStore.checkIn(try call.account.id, to: walk, at: call.now, in: transaction)
      try await wake()
      try await transaction.publish(Club.topic(input.club), LiveEvent("walks"))
      return NoContent()
    }
  }

  private func organise(
    _ input: WalkInput, by organiser: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> WalkID {
    guard input.endsAt > input.startsAt, input.endsAt > now, input.endsAt.timeIntervalSince(input.startsAt) <= 86_400
    else { throw Problem.walkOver }
    let walk = Walk(
      id: RandomID.make(), club: input.club, title: input.title, place: input.place ?? "",
      startsAt: input.startsAt, endsAt: input.endsAt, code: RandomID.code(), organiser: organiser)
    try await WalkStore.put(walk, in: transaction)
    try await transaction.publish(Club.topic(input.club), LiveEvent("walks"))
    return WalkID(walk: walk.id)
  }

  /// The code is shown to those only who run the club.
  private func walks(of club: String, _ account: AccountID, at now: Date) async throws -> Page<WalkOutput> {
    let runs = try await host.rights.has(Permission.run, account, in: Scope(Club.kind, club))
    return try await host.storage.read { transaction in
      let walks = try await WalkStore.ahead(of: club, at: now, in: transaction)
      let (counts, own) = try await WalkStore.counts(walks.map(\.id), of: account, in: transaction)
      return Page(
        items: walks.map { walk in
          WalkOutput(
            id: walk.id, title: walk.title, place: walk.place, startsAt: walk.startsAt, endsAt: walk.endsAt,
            isOpen: walk.isOpen(at: now), checkedIn: counts[walk.id] ?? 0, isMine: own.contains(walk.id),
            code: runs ? walk.code : nil)
        })
    }
  }
}

struct WalkInput: RouteInput {
  var club: String
  var title: String
  var place: String?
  var startsAt: Date
  var endsAt: Date

  static var schema: Schema {
    .object(
      [
        ("club", Fields.id), ("title", Fields.title), ("place", .nullable(.string(maxLength: 120))),
        ("startsAt", Fields.instant), ("endsAt", Fields.instant),
      ], required: ["club", "title", "startsAt", "endsAt"])
  }
}

struct WalkID: RouteOutput, Decodable {
  var walk: String
}

struct WalkName: RouteInput {
  var club: String
  var walk: String
  static var schema: Schema { .object([("club", Fields.id), ("walk", Fields.id)], required: ["club", "walk"]) }
}

struct CheckInInput: RouteInput {
  var club: String
  var walk: String
  var code: String
  static var schema: Schema {
    .object(
      [("club", Fields.id), ("walk", Fields.id), ("code", .string(minLength: 1, maxLength: 20))],
      required: ["club", "walk", "code"])
  }
}

struct WalkOutput: RouteOutput, Decodable {
  var id: String
  var title: String
  var place: String
  var startsAt: Date
  var endsAt: Date
  /// Whether one can check in now.
  var isOpen: Bool
  var checkedIn: Int
  /// Whether I have checked in.
  var isMine: Bool
  /// For those who run the club.
  var code: String?
}
