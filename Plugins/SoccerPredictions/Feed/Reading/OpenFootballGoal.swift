/// An element of `goals1` or `goals2`; own goals stand under the team that benefits.
struct OpenFootballGoal: Decodable {
  private let name: String
  private let minute: Int
  private let offset: Int
  private let kind: Goal.Kind

  private enum Key: String, CodingKey { case name, minute, offset, penalty, owngoal }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    name = try fields.decode(String.self, forKey: .name)
    minute = try fields.decode(Int.self, forKey: .minute)
    offset = try fields.decodeIfPresent(Int.self, forKey: .offset) ?? 0
    let isPenalty = try fields.decodeIfPresent(Bool.self, forKey: .penalty) ?? false
    let isOwnGoal = try fields.decodeIfPresent(Bool.self, forKey: .owngoal) ?? false
    kind = isOwnGoal ? .ownGoal : isPenalty ? .penalty : .play
    guard Goal.statedMinutes.contains(minute), (0...30).contains(offset) else {
      throw DecodingError.dataCorruptedError(
        forKey: .minute, in: fields, debugDescription: "expected a minute from 1 to 135 and an offset from 0 to 30")
    }
  }

  func goal(_ side: Side) -> Goal {
    Goal(minute: minute, stoppage: offset, scorer: name, side: side, kind: kind)
  }
}
