extension Account: Described {
  /// What other people may see of an account.
  public static var schema: Schema {
    .object(
      [
        ("id", .string()), ("kind", .string()), ("name", .string()), ("username", .string()),
        ("country", .string(description: "ISO 3166-1 alpha-2.")), ("picture", .string()),
      ], required: ["id", "kind", "name"], additional: true)
  }
}

extension BoardEntry: RouteOutput {
  private enum CodingKeys: String, CodingKey { case rank, account, score, tieBreaks, details, percentile, perEntry }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rank, forKey: .rank)
    try container.encode(account, forKey: .account)
    try container.encode(score, forKey: .score)
    try container.encode(tieBreaks, forKey: .tieBreaks)
    try container.encode(details, forKey: .details)
    try container.encodeIfPresent(percentile, forKey: .percentile)
    try container.encodeIfPresent(perEntry, forKey: .perEntry)
  }

  public static var schema: Schema {
    .object(
      [
        ("rank", .integer(1...Int64.max)), ("account", Account.schema), ("score", .integer()),
        ("tieBreaks", .array(of: .integer())), ("details", .any),
        ("percentile", .number(0...100, description: "Per cent of the others that are behind; in `me`.")),
        ("perEntry", .number(description: "The score per available entry; in the fair view.")),
      ], required: ["rank", "account", "score", "tieBreaks", "details"])
  }
}

extension BoardPage: RouteOutput {
  private enum CodingKeys: String, CodingKey { case board, season, size, me, items, next }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(board, forKey: .board)
    try container.encode(season, forKey: .season)
    try container.encode(size, forKey: .size)
    try container.encode(me, forKey: .me)
    try container.encode(items, forKey: .items)
    try container.encode(next, forKey: .next)
  }

  /// `{"board", "season", "size", "me": {entry}|null, "items": [{entry}], "next"}`.
  public static var schema: Schema {
    .object(
      [
        ("board", .string()), ("season", .string()), ("size", .integer(0...Int64.max)),
        ("me", .nullable(BoardEntry.schema)), ("items", .array(of: BoardEntry.schema)), ("next", .nullable(.string())),
      ], required: ["board", "season", "size", "me", "items", "next"])
  }
}
