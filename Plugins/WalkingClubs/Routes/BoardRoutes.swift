import FieldhouseKit
import Foundation

extension WalkingClubs {
  func boardRoutes(_ routes: inout Routes) {
    routes.get(
      "/boards/clubs", "Clubs by points, by points for each walker or by improvement: mine, then all",
      access: .everyone,
      problems: [.seasonUnknown]
    ) { (input: ClubBoardInput, call) in try await clubs(input, call) }
    routes.get(
      "/clubs/{club}/board", "The groups of a club by points: mine, then all", access: .everyone,
      problems: [.noSuchClub, .seasonUnknown]
    ) { (input: CrewBoardInput, call) in try await crews(input, call) }
  }

  /// The season of an id; without one that of the day that it is where the viewer is, in UTC for nobody in particular.
  /// - Throws: ``Problem`` 404 `season-unknown`.
  private static func season(
    _ id: String?, for viewer: AccountID?, at now: Date, in transaction: any ReadTransaction
  ) async throws -> Season {
    if let id {
      guard let found = try await SeasonStore.season(id, in: transaction) else { throw Problem.seasonUnknown }
      return found
    }
    let day =
      if let viewer {
        try await WalkerStore.zones(of: viewer, in: transaction).day(of: now.millisecondsSince1970)
      } else { TimeZone.gmt.day(of: now) }
    guard let found = try await SeasonStore.shown(on: day, in: transaction) else { throw Problem.seasonUnknown }
    return found
  }

  private func clubs(_ input: ClubBoardInput, _ call: Call) async throws -> ClubBoardOutput {
    let (viewer, now) = (call.principal?.account.id, call.now)
    let cursor = try input.after.map(NumberCursor.init)
    return try await host.storage.read { transaction in
      let season = try await Self.season(input.season, for: viewer, at: now, in: transaction)
      let walker = if let viewer { try await WalkerStore.find(viewer, in: transaction) } else { nil as Walker? }
      let mine = if let id = walker?.club { try await ClubStore.club(id, in: transaction) } else { nil as Club? }
      let country = input.country ?? (input.scope == .national ? mine.map(\.country) : nil)
      let measure = input.measure ?? .total
      let board = ClubBoard(season: season.id, country: country, measure: measure)
      let page = try await board.page(after: cursor, limit: input.limit ?? 20, in: transaction)
      let own = if let mine { try await board.row(of: mine.id, in: transaction) } else { nil as ClubStanding? }
      return ClubBoardOutput(
        season: SeasonOutput(season), country: country, me: own.map { ClubRow($0, measure, mine?.id) },
        items: page.rows.map { ClubRow($0, measure, mine?.id) }, next: page.next?.text)
    }
  }

  private func crews(_ input: CrewBoardInput, _ call: Call) async throws -> CrewBoardOutput {
    let (viewer, now) = (call.principal?.account.id, call.now)
    let cursor = try input.after.map(NumberCursor.init)
    return try await host.storage.read { transaction in
      guard let club = try await ClubStore.club(input.club, in: transaction) else { throw Problem.noSuchClub }
      let season = try await Self.season(input.season, for: viewer, at: now, in: transaction)
      let walker = if let viewer { try await WalkerStore.find(viewer, in: transaction) } else { nil as Walker? }
      let page = try await CrewBoard.page(
        of: club.id, season: season.id, after: cursor, limit: input.limit ?? 20, in: transaction)
      var own: CrewBoard.Standing?
      if let crew = walker?.crew, walker?.club == club.id {
        own = try await CrewBoard.row(of: crew, season: season.id, in: transaction)
      }
      return CrewBoardOutput(
        season: SeasonOutput(season), club: ClubOutput(club), me: own.map { CrewRow($0, walker?.crew) },
        items: page.rows.map { CrewRow($0, walker?.crew) }, next: page.next?.text)
    }
  }
}

struct ClubBoardInput: RouteInput {
  enum Reach: String, Codable, CaseIterable {
    /// The country of my club.
    case national
    case international
  }

  /// All unless given.
  var scope: Reach?
  /// Clubs of this country, whatever mine is.
  var country: String?
  var measure: ClubMeasure?
  /// The running season unless given.
  var season: String?
  var limit: Int?
  var after: String?

  static var schema: Schema {
    .object([
      ("scope", .enumeration(Reach.allCases.map { .string($0.rawValue) })),
      ("country", .string(minLength: 2, maxLength: 2)),
      ("measure", .enumeration(ClubMeasure.allCases.map { .string($0.rawValue) })), ("season", Fields.id),
      ("limit", Fields.limit), ("after", Fields.after),
    ])
  }
}

struct CrewBoardInput: RouteInput {
  var club: String
  var season: String?
  var limit: Int?
  var after: String?

  static var schema: Schema {
    .object(
      [("club", Fields.id), ("season", Fields.id), ("limit", Fields.limit), ("after", Fields.after)], required: ["club"]
    )
  }
}

struct ClubRow: RouteOutput, Decodable {
  var rank: Int
  var club: ClubOutput
  var points: Int
  /// How many have points for it.
  var walkers: Int
  /// Points, points for each walker, or how many per cent more than before.
  var value: Double
  var isMine: Bool

  init(_ standing: ClubStanding, _ measure: ClubMeasure, _ mine: String?) {
    (rank, club, points) = (standing.rank, ClubOutput(standing.club), standing.points)
    (walkers, isMine) = (standing.walkers, standing.club.id == mine)
    value =
      switch measure {
      case .total: Double(standing.value)
      case .average: Double(standing.value) / 1_000
      case .improved: Double(standing.value) / 10
      }
  }
}

struct ClubBoardOutput: RouteOutput, Decodable {
  var season: SeasonOutput
  /// Nil for all countries.
  var country: String?
  var me: ClubRow?
  var items: [ClubRow]
  var next: String?
}

struct CrewRow: RouteOutput, Decodable {
  var rank: Int
  var group: CrewOutput
  var points: Int
  var walkers: Int
  var isMine: Bool

  init(_ standing: CrewBoard.Standing, _ mine: String?) {
    (rank, group, points) = (standing.rank, CrewOutput(standing.crew), standing.points)
    (walkers, isMine) = (standing.walkers, standing.crew.id == mine)
  }
}

struct CrewBoardOutput: RouteOutput, Decodable {
  var season: SeasonOutput
  var club: ClubOutput
  var me: CrewRow?
  var items: [CrewRow]
  var next: String?
}
