import FieldhouseKit

/// One element of `matches`. A field that cannot be read costs itself, not the match: only the date and the teams are needed.
struct OpenFootballMatch: Decodable {
  let round: String?
  let stage: String?
  let group: String?
  let num: Int?
  let date: CivilDay
  let time: KickOffTime?
  let team1: String
  let team2: String
  let ground: String?
  let status: ReportedStatus
  /// Whether there is a word for its state that is not known, and no result that tells it.
  let isStatusUnknown: Bool
  let score: Score
  let goals: [Goal]?
  /// The fields that could not be read.
  let oddities: [FeedProblem]

  private enum Key: String, CodingKey {
    case round, stage, group, num, date, time, team1, team2, ground, status, score, goals1, goals2
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    var odd = Oddities()
    round = odd.value { try fields.decodeIfPresent(String.self, forKey: .round) }
    stage = odd.value { try fields.decodeIfPresent(String.self, forKey: .stage) }
    group = odd.value { try fields.decodeIfPresent(String.self, forKey: .group) }
    num = odd.value { try fields.decodeIfPresent(Int.self, forKey: .num) }
    date = try fields.parse(.date, "a date such as \"2024-08-16\"") { CivilDay($0) }
    time = odd.value {
      try fields.parseIfPresent(.time, "a time such as \"20:00\" or \"17:00 UTC-3\"") { KickOffTime($0) }
    }
    team1 = try fields.parse(.team1, "a team's name") { $0.isEmpty ? nil : $0 }
    team2 = try fields.parse(.team2, "a team's name") { $0.isEmpty ? nil : $0 }
    ground = odd.value { try fields.decodeIfPresent(String.self, forKey: .ground) }
    let before = odd.problems.count
    status =
      odd.value {
        try fields.parseIfPresent(.status, ReportedStatus.expectation, ReportedStatus.init(openFootball:))
      } ?? .scheduled
    let isOdd = odd.problems.count > before
    let told = odd.value { try fields.decodeIfPresent(OpenFootballScore.self, forKey: .score) }
    score = told?.score ?? Score()
    isStatusUnknown = isOdd && score.final == nil
    odd.problems += told?.oddities ?? []
    goals = odd.value { try Self.goals(fields) }
    oddities = odd.problems
  }

  private static func goals(_ fields: KeyedDecodingContainer<Key>) throws -> [Goal]? {
    let home = try fields.decodeIfPresent([OpenFootballGoal].self, forKey: .goals1)
    let away = try fields.decodeIfPresent([OpenFootballGoal].self, forKey: .goals2)
    if home == nil, away == nil { return nil }
    return (home ?? []).map { $0.goal(.home) } + (away ?? []).map { $0.goal(.away) }
  }
}

/// Gathers what is wrong with fields that a match can do without.
struct Oddities {
  var problems: [FeedProblem] = []

  /// What is read; nil, with a problem, where it cannot be.
  mutating func value<Value>(_ read: () throws -> Value?) -> Value? {
    do { return try read() } catch {
      problems.append(.decoding(error))
      return nil
    }
  }
}

extension ReportedStatus {
  static let expectation = "\"postponed\", \"cancelled\", \"abandoned\" or \"awarded\""

  /// The status by the word in the file, in British or American spelling; nil for an unknown word.
  init?(openFootball word: String) {
    self.init(rawValue: word == "canceled" ? "cancelled" : word)
    if self == .scheduled || self == .removed { return nil }
  }
}
