import FieldhouseKit
import Foundation

extension FolfScoring {
  func offlineRoutes(_ routes: inout Routes) {
    routes.put(
      "/rounds/{round}",
      "Bring a round that was begun without a connection, or come onto its card with its passkey; however often",
      access: .account,
      problems: [.notFound(), .playerUnknown, .playsAlready, .rowTaken, .over, .full, .codesExhausted]
    ) { (input: OfflineInput, call, transaction) in
      let me = try call.account
      let others = try await RoundStore.players(of: input.round, in: transaction).compactMap(\.account)
      guard try await host.authentication.blocks(between: me.id, and: others).isEmpty else { throw Problem.notFound() }
      let sent = OfflineRound(
        id: input.round, passkey: input.passkey, draft: try await draft(of: input, for: me.id, in: transaction),
        rows: try input.players.map { OfflineRound.Row(id: $0.id, name: try $0.name.trimmedName("/players")) },
        mine: input.me, startedAt: min(input.startedAt, call.now))
      try await OfflineStore.take(sent, for: me, at: call.now, in: transaction)
      return RoundName(round: input.round)
    }
    routes.put(
      "/rounds/{round}/guests/{player}", "Write down a player under an id that the phone has chosen, however often",
      access: .permission("play", in: "round"), problems: [.over, .full, .rowTaken, .directed]
    ) { (input: GuestPut, call, transaction) in
      let round = try await RoundStore.round(input.round, in: transaction)
      guard round.state != .cancelled else { throw Problem.over }
      guard !round.isIndependent else { throw Problem.directed }
      let players = try await RoundStore.players(of: round.id, in: transaction)
      if !players.contains(where: { $0.id == input.player }) {
        guard players.count < Self.mostPlayers else { throw Problem.full }
        try await OfflineStore.checkFree([input.player], in: transaction)
        try await RoundStore.add(
          input.player, account: nil, name: try input.name.trimmedName("/name"), by: try call.account.id, to: round.id,
          in: transaction)
        try await RoundStore.touch(round.id, at: call.now, in: transaction)
      }
      return NoContent()
    }
  }

  /// The course counts where it is known here with just these holes, from any of them on and backwards too; else the
  /// round is on a course of that name.
  private func draft(
    of input: OfflineInput, for account: AccountID, in transaction: any ReadTransaction
  ) async throws -> RoundDraft {
    let name = (input.courseName ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    let layout = Layout(name: input.layout ?? "", holes: input.holes)
    var course: String?
    if let id = input.course, let known = try await courses.find(id, for: account, in: transaction),
      let same = known.layouts.first(where: { $0.name == layout.name }), same.isPlayed(as: layout)
    {
      course = id
    }
    return RoundDraft(
      course: course, courseName: name, layout: layout, games: input.games ?? [GameChoice(kind: .stroke)], format: .own)
  }
}

extension Layout {
  /// Whether the holes of another layout are these from one of them on, in either direction.
  fileprivate func isPlayed(as other: Layout) -> Bool {
    guard holes.count == other.holes.count else { return false }
    let wanted = other.holes.map { [$0.number, $0.par] }
    return holes.indices.contains { start in
      [false, true].contains { played(from: start + 1, isReversed: $0).holes.map { [$0.number, $0.par] } == wanted }
    }
  }
}

/// A round as a phone has begun it by itself.
struct OfflineInput: RouteInput {
  struct Row: Decodable, Sendable, Described {
    /// Chosen by the phone.
    var id: String
    var name: String

    static var schema: Schema {
      .object([("id", .id), ("name", .string(minLength: 1, maxLength: 40))], required: ["id", "name"])
    }
  }

  /// Chosen by the phone that began it.
  var round: String
  /// What the phones that played it have told one another.
  var passkey: String
  /// Nil for an unspecified course.
  var course: String?
  var courseName: String?
  /// The layout's name.
  var layout: String?
  /// In the order of play.
  var holes: [Hole]
  var games: [GameChoice]?
  /// All whom this phone has on the card.
  var players: [Row]
  /// My own row.
  var me: String
  /// By the phone's clock; what lies ahead is now.
  var startedAt: Date

  static var schema: Schema {
    .object(
      [
        ("round", .string(minLength: 16, maxLength: 64)), ("passkey", .string(minLength: 16, maxLength: 64)),
        ("course", .nullable(.id)), ("courseName", .nullable(.string(maxLength: 80))),
        ("layout", .nullable(.string(maxLength: 40))), ("holes", .holes), ("games", .nullable(.games)),
        ("players", .array(of: Row.schema, count: 1...FolfScoring.mostPlayers)), ("me", .id),
        ("startedAt", .string(format: .dateTime)),
      ], required: ["round", "passkey", "holes", "players", "me", "startedAt"])
  }
}

struct GuestPut: RouteInput {
  var round: String
  var player: String
  var name: String

  static var schema: Schema {
    .object(
      [("round", .id), ("player", .string(minLength: 16, maxLength: 64)), ("name", .guestName)],
      required: ["round", "player", "name"])
  }
}
