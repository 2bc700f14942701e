/// What to show of a board's teams.
public struct TeamQuery: Sendable, Hashable {
  /// The board's name in the manifest.
  public var board: String
  /// The kind of teams, as the board declares it.
  public var kind: String
  /// A season's id; nil is the running one.
  public var season: String?
  /// Who is looking; decides `me`.
  public var viewer: AccountID?
  /// Teams a page, 1 to 100.
  public var limit: Int
  /// The `next` of the page before.
  public var after: String?

  /// A query for the best teams of a board.
  public init(
    board: String, kind: String, season: String? = nil, viewer: AccountID? = nil, limit: Int = 10, after: String? = nil
  ) {
    self.board = board
    self.kind = kind
    self.season = season
    self.viewer = viewer
    self.limit = limit
    self.after = after
  }
}

/// A team's row.
public struct TeamEntry: Sendable, Hashable {
  /// From 1; equal scores share a rank as the board's numbering says.
  public var rank: Int
  /// The team's id: the part of the board behind the kind and the slash.
  public var team: String
  /// The score: a sum or an average. Ranks are counted with the exact value.
  public var score: Double
  /// How many members have a score.
  public var members: Int

  /// A row.
  public init(rank: Int, team: String, score: Double, members: Int) {
    self.rank = rank
    self.team = team
    self.score = score
    self.members = members
  }
}

/// A page of a board's teams.
public struct TeamPage: Sendable, Hashable {
  /// The board's name.
  public var board: String
  /// The season shown.
  public var season: String
  /// The kind of teams.
  public var kind: String
  /// How many teams are ranked.
  public var size: Int
  /// The viewer's best team, nil when the viewer is in none that is ranked.
  public var me: TeamEntry?
  /// The teams, best first.
  public var items: [TeamEntry]
  /// The cursor of the next page, nil at the end.
  public var next: String?

  /// A page.
  public init(
    board: String, season: String, kind: String, size: Int, me: TeamEntry?, items: [TeamEntry], next: String?
  ) {
    self.board = board
    self.season = season
    self.kind = kind
    self.size = size
    self.me = me
    self.items = items
    self.next = next
  }
}

extension TeamEntry: RouteOutput {
  private enum CodingKeys: String, CodingKey { case rank, team, score, members }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rank, forKey: .rank)
    try container.encode(team, forKey: .team)
    try container.encode(score, forKey: .score)
    try container.encode(members, forKey: .members)
  }

  /// `{"rank", "team", "score", "members"}`.
  public static var schema: Schema {
    .object(
      [
        ("rank", .integer(1...Int64.max)), ("team", .string()), ("score", .number()),
        ("members", .integer(1...Int64.max)),
      ], required: ["rank", "team", "score", "members"])
  }
}

extension TeamPage: RouteOutput {
  private enum CodingKeys: String, CodingKey { case board, season, kind, size, me, items, next }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(board, forKey: .board)
    try container.encode(season, forKey: .season)
    try container.encode(kind, forKey: .kind)
    try container.encode(size, forKey: .size)
    try container.encode(me, forKey: .me)
    try container.encode(items, forKey: .items)
    try container.encode(next, forKey: .next)
  }

  /// `{"board", "season", "kind", "size", "me": {team}|null, "items": [{team}], "next"}`.
  public static var schema: Schema {
    .object(
      [
        ("board", .string()), ("season", .string()), ("kind", .string()), ("size", .integer(0...Int64.max)),
        ("me", .nullable(TeamEntry.schema)), ("items", .array(of: TeamEntry.schema)), ("next", .nullable(.string())),
      ], required: ["board", "season", "kind", "size", "me", "items", "next"])
  }
}
