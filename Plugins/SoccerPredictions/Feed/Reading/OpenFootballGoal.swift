/// An element of `goals1` or `goals2`; own goals stand under the team that benefits. Who made the pass is read where a file says so in
/// `assist`, which the project's own files do not have.
struct OpenFootballGoal: Decodable {
  private let name: String
  private let minute: Int
  private let offset: Int
  private let kind: Goal.Kind
  private let assist: String?

  private enum Key: String, CodingKey { case name, minute, offset, penalty, owngoal, assist }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    name = try fields.decode(String.self, forKey: .name)
    let (minute, stoppage) = try Self.minute(fields)
    offset = try fields.decodeIfPresent(Int.self, forKey: .offset) ?? stoppage
    self.minute = minute
    let isPenalty = try fields.decodeIfPresent(Bool.self, forKey: .penalty) ?? false
    let isOwnGoal = try fields.decodeIfPresent(Bool.self, forKey: .owngoal) ?? false
    kind = isOwnGoal ? .ownGoal : isPenalty ? .penalty : .play
    assist = try fields.decodeIfPresent(String.self, forKey: .assist)
    guard Goal.statedMinutes.contains(minute), (0...30).contains(offset) else {
      throw DecodingError.dataCorruptedError(
        forKey: .minute, in: fields, debugDescription: "expected a minute from 1 to 135 and an offset from 0 to 30")
    }
  }

  /// The minute as a number, or as a text such as "54", "90+2" or "45'+1".
  private static func minute(_ fields: KeyedDecodingContainer<Key>) throws -> (minute: Int, stoppage: Int) {
    if let number = try? fields.decode(Int.self, forKey: .minute) { return (number, 0) }
    return try fields.parse(.minute, "a minute such as 54 or \"90+2\"") { text in
      let parts = text.replacing("'", with: "").split(separator: "+", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { digits(in: $0.trimmed) }
      guard (1...2).contains(parts.count), numbers.count == parts.count else { return nil }
      return (numbers[0], numbers.count == 2 ? numbers[1] : 0)
    }
  }

  func goal(_ side: Side) -> Goal {
    var goal = Goal(minute: minute, stoppage: offset, scorer: name, side: side, kind: kind)
    goal.assist = assist
    return goal
  }
}
