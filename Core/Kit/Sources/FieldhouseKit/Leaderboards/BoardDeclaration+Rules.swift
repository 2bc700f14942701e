extension BoardDeclaration {
  /// How many entries people have and could have had: members of the details that the plugin shows with each row.
  public struct Entries: Sendable, Hashable, Codable {
    /// The member of the details that counts a person's entries, e.g. `predictions`.
    public var column: String
    /// Who has fewer entries is not on the board (yet); 0 for no such rule.
    public var minimum: Int
    /// The member of the details that counts the entries the person could have made since joining; nil when it is
    /// ``column``. The fair view divides the score by it, and shows nobody with less than one.
    public var available: String?

    private enum CodingKeys: String, CodingKey { case column, minimum, available }

    /// A rule.
    public init(column: String, minimum: Int = 0, available: String? = nil) {
      self.column = column
      self.minimum = minimum
      self.available = available
    }

    /// A rule as the manifest writes it; what is left out takes the default.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      column = try values.decode(String.self, forKey: .column)
      minimum = try values.decodeIfPresent(Int.self, forKey: .minimum) ?? 0
      available = try values.decodeIfPresent(String.self, forKey: .available)
    }
  }

  /// A kind of teams that are ranked against each other. A team is a part of the board whose name is the kind, a slash
  /// and the team's id, e.g. `club/ajax`; who has a score in it is a member.
  public struct Teams: Sendable, Hashable, Codable {
    /// How the members' scores become the team's: `sum`, `average`, or `best` for the sum of the best ones.
    public struct Scoring: Sendable, Hashable, Codable {
      /// The name in the manifest.
      public let name: String
      /// A scoring of this name.
      public init(_ name: String) { self.name = name }
      public init(from decoder: any Decoder) throws { name = try decoder.singleValueContainer().decode(String.self) }
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
      }
      /// The sum of all members' scores.
      public static var sum: Scoring { Scoring("sum") }
      /// The sum divided by the number of members.
      public static var average: Scoring { Scoring("average") }
      /// The sum of the best ``Teams/count`` members' scores, of all when there are fewer.
      public static var best: Scoring { Scoring("best") }
    }

    /// What comes before the slash, e.g. `club`.
    public var kind: String
    /// How the team scores.
    public var scoring: Scoring
    /// How many members count with the scoring `best`, 1 to 1000.
    public var count: Int
    /// Teams with fewer members are not ranked; at least 1.
    public var minimumSize: Int

    private enum CodingKeys: String, CodingKey { case kind, scoring, count, minimumSize }

    /// A kind of teams.
    public init(kind: String, scoring: Scoring = .sum, count: Int = 10, minimumSize: Int = 1) {
      self.kind = kind
      self.scoring = scoring
      self.count = count
      self.minimumSize = minimumSize
    }

    /// A kind of teams as the manifest writes it; what is left out takes the default.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      kind = try values.decode(String.self, forKey: .kind)
      scoring = try values.decodeIfPresent(Scoring.self, forKey: .scoring) ?? .sum
      count = try values.decodeIfPresent(Int.self, forKey: .count) ?? 10
      minimumSize = try values.decodeIfPresent(Int.self, forKey: .minimumSize) ?? 1
    }
  }
}
