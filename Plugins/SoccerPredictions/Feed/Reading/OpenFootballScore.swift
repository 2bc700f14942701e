/// The value of `score`: `{"ft", "ht"?, "et"?, "p"?}`, or an empty object or array for a match without a result.
struct OpenFootballScore: Decodable {
  let score: Score

  private enum Key: String, CodingKey { case ht, ft, et, p }

  init(from decoder: any Decoder) throws {
    guard let fields = try? decoder.container(keyedBy: Key.self) else {
      score = try Self.empty(decoder)
      return
    }
    score = Score(
      halfTime: try Self.line(fields, .ht), regularTime: try Self.line(fields, .ft),
      afterExtraTime: try Self.line(fields, .et), penalties: try Self.line(fields, .p))
  }

  private static func empty(_ decoder: any Decoder) throws -> Score {
    let list = try decoder.unkeyedContainer()
    guard list.isAtEnd else {
      throw DecodingError.dataCorruptedError(in: list, debugDescription: "expected an object or an empty array")
    }
    return Score()
  }

  private static func line(_ fields: KeyedDecodingContainer<Key>, _ key: Key) throws -> ScoreLine? {
    guard let goals = try fields.decodeIfPresent([Int].self, forKey: key) else { return nil }
    guard goals.count == 2, goals.allSatisfy({ (0...99).contains($0) }) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: fields, debugDescription: "expected two numbers from 0 to 99")
    }
    return ScoreLine(goals[0], goals[1])
  }
}
