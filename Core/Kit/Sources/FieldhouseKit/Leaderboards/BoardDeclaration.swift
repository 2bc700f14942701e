/// A board as a manifest declares it.
public struct BoardDeclaration: Sendable, Hashable, Codable {
  /// Which scores are better.
  public struct Order: Sendable, Hashable, Codable {
    /// The name in the manifest.
    public let name: String
    /// An order of this name.
    public init(_ name: String) { self.name = name }
    public init(from decoder: any Decoder) throws { name = try decoder.singleValueContainer().decode(String.self) }
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
    /// More is better.
    public static var descending: Order { Order("descending") }
    /// Less is better, e.g. throws.
    public static var ascending: Order { Order("ascending") }
  }

  /// How an attempt combines with the score so far: `best`, `latest` or `sum`.
  public struct Operator: Sendable, Hashable, Codable {
    /// The name in the manifest.
    public let name: String
    /// An operator of this name.
    public init(_ name: String) { self.name = name }
    public init(from decoder: any Decoder) throws { name = try decoder.singleValueContainer().decode(String.self) }
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
    /// The better attempt stays, with its own tie-breaks.
    public static var best: Operator { Operator("best") }
    /// The newer attempt replaces: the one with the later `achievedAt`, in whatever order they are submitted. Of two of
    /// the same instant the one that is submitted last stays.
    public static var latest: Operator { Operator("latest") }
    /// Score and tie-breaks are added.
    public static var sum: Operator { Operator("sum") }
  }

  /// One column of the tie-break chain.
  public struct TieBreak: Sendable, Hashable, Codable {
    /// The column's name, shown to people, e.g. `exactScores`.
    public var column: String
    /// Which values are better.
    public var order: Order
    /// A column.
    public init(column: String, order: Order = .descending) {
      self.column = column
      self.order = order
    }
  }

  /// How ranks are counted: `standard` (1, 2, 2, 4), `dense` (1, 2, 2, 3) or `ordinal` (1, 2, 3, 4).
  public struct Numbering: Sendable, Hashable, Codable {
    /// The name in the manifest.
    public let name: String
    /// A numbering of this name.
    public init(_ name: String) { self.name = name }
    public init(from decoder: any Decoder) throws { name = try decoder.singleValueContainer().decode(String.self) }
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
    /// 1, 2, 2, 4.
    public static var standard: Numbering { Numbering("standard") }
    /// 1, 2, 2, 3.
    public static var dense: Numbering { Numbering("dense") }
    /// 1, 2, 3, 4; the earlier score goes first.
    public static var ordinal: Numbering { Numbering("ordinal") }
  }

  /// When a new season begins: `none`, `daily`, `weekly` (Monday), `monthly` or `yearly`, at 00:00 UTC by the instant of
  /// the attempt, or `manual` where each change names its season.
  public struct Seasons: Sendable, Hashable, Codable {
    /// The name in the manifest.
    public let name: String
    /// A rule of this name.
    public init(_ name: String) { self.name = name }
    public init(from decoder: any Decoder) throws { name = try decoder.singleValueContainer().decode(String.self) }
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
    /// One season, for ever; its id is `all`.
    public static var none: Seasons { Seasons("none") }
    /// Each change names its season.
    public static var manual: Seasons { Seasons("manual") }
  }

  /// The name, unique in the plugin: lower-case letters, digits and hyphens.
  public var id: String
  /// What people read above it.
  public var title: String
  /// Which scores are better.
  public var order: Order
  /// How attempts combine.
  public var `operator`: Operator
  /// Further columns that decide between equal scores, at most three.
  public var tieBreaks: [TieBreak]
  /// Whether the earlier of two otherwise equal entries ranks higher.
  public var earliestWins: Bool
  /// How ranks are counted.
  public var numbering: Numbering
  /// When a new season begins.
  public var seasons: Seasons
  /// What counts as an entry of a person, e.g. a prediction; nil when nobody counts.
  public var entries: Entries?
  /// The teams that are ranked by their members' scores.
  public var teams: [Teams]

  private enum CodingKeys: String, CodingKey {
    case id, title, order, `operator`, tieBreaks, earliestWins, numbering, seasons, entries, teams
  }

  /// A board.
  public init(
    id: String, title: String, order: Order = .descending, operator: Operator = .best, tieBreaks: [TieBreak] = [],
    earliestWins: Bool = false, numbering: Numbering = .standard, seasons: Seasons = .none, entries: Entries? = nil,
    teams: [Teams] = []
  ) {
    self.id = id
    self.title = title
    self.order = order
    self.operator = `operator`
    self.tieBreaks = tieBreaks
    self.earliestWins = earliestWins
    self.numbering = numbering
    self.seasons = seasons
    self.entries = entries
    self.teams = teams
  }

  /// A board as the manifest writes it; what is left out takes the default.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    title = try values.decode(String.self, forKey: .title)
    order = try values.decodeIfPresent(Order.self, forKey: .order) ?? .descending
    `operator` = try values.decodeIfPresent(Operator.self, forKey: .operator) ?? .best
    tieBreaks = try values.decodeIfPresent([TieBreak].self, forKey: .tieBreaks) ?? []
    earliestWins = try values.decodeIfPresent(Bool.self, forKey: .earliestWins) ?? false
    numbering = try values.decodeIfPresent(Numbering.self, forKey: .numbering) ?? .standard
    seasons = try values.decodeIfPresent(Seasons.self, forKey: .seasons) ?? .none
    entries = try values.decodeIfPresent(Entries.self, forKey: .entries)
    teams = try values.decodeIfPresent([Teams].self, forKey: .teams) ?? []
  }
}
