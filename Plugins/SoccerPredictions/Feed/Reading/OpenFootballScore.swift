/// The value of `score`: `{"ft", "ht"?, "et"?, "p"?}`, or an empty object or array for a match without a result. One of them that cannot be
/// read costs itself alone.
struct OpenFootballScore: Decodable {
  let score: Score
  /// The parts that could not be read.
  let oddities: [FeedProblem]

  private enum Key: String, CodingKey { case ht, ft, et, p }

  init(from decoder: any Decoder) throws {
    guard let fields = try? decoder.container(keyedBy: Key.self) else {
      (score, oddities) = (try Self.empty(decoder), [])
      return
    }
    var odd = Oddities()
    score = Score(
      halfTime: odd.value { try Self.line(fields, .ht) }, regularTime: odd.value { try Self.line(fields, .ft) },
      afterExtraTime: odd.value { try Self.line(fields, .et) }, penalties: odd.value { try Self.line(fields, .p) })
    oddities = odd.problems
  }

  private static func empty(_ decoder: any Decoder) throws -> Score {
    let list = try decoder.unkeyedContainer()
    guard list.isAtEnd else {
      throw DecodingError.dataCorruptedError(in: list, debugDescription: "expected an object or an empty array")
    }
    return Score()
  }

  /// Two numbers from 0 to 99, also as texts ("2", "1") or as one text ("2-1"); nil for what says that nothing is known.
  private static func line(_ fields: KeyedDecodingContainer<Key>, _ key: Key) throws -> ScoreLine? {
    guard fields.contains(key), try !fields.decodeNil(forKey: key) else { return nil }
    let words = (try? fields.decode(String.self, forKey: key)).map { text in
      text.split(omittingEmptySubsequences: false) { "-–:".contains($0) }.map { String($0).trimmed }
    }
    let goals = try words ?? fields.decode([Goals?].self, forKey: key).map { $0?.text ?? "" }
    if goals.allSatisfy(\.isEmpty) { return nil }
    let numbers = goals.compactMap { digits(in: $0) }.filter { (0...99).contains($0) }
    guard goals.count == 2, numbers.count == 2 else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: fields, debugDescription: "expected two numbers from 0 to 99")
    }
    return ScoreLine(numbers[0], numbers[1])
  }

  /// A number, or one as text.
  private struct Goals: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      text = try (try? value.decode(Int.self)).map(String.init) ?? value.decode(String.self).trimmed
    }
  }
}
