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
  /// What is written directly, for encoders other than `JSONOutput`.
  public func encode(to encoder: any Encoder) throws { try JSON(encoding: self).encode(to: encoder) }

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
  /// What is written directly, for encoders other than `JSONOutput`.
  public func encode(to encoder: any Encoder) throws { try JSON(encoding: self).encode(to: encoder) }

  /// `{"board", "season", "size", "me": {entry}|null, "items": [{entry}], "next"}`.
  public static var schema: Schema {
    .object(
      [
        ("board", .string()), ("season", .string()), ("size", .integer(0...Int64.max)),
        ("me", .nullable(BoardEntry.schema)), ("items", .array(of: BoardEntry.schema)), ("next", .nullable(.string())),
      ], required: ["board", "season", "size", "me", "items", "next"])
  }
}
