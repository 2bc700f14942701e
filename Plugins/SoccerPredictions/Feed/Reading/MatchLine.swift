import FieldhouseKit

/// A match of a `.season` file: `DATE TIME HOME AWAY [SCORE] [(HALF-TIME)] [aet SCORE] [pen SCORE] [STATUS] [@ GROUND]`.
struct MatchLine {
  private var words: ArraySlice<String>
  private let ground: String?

  init(_ text: String) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    words = parts[0].split(separator: " ").map(String.init)[...]
    ground = parts.count == 2 ? parts[1].trimmed : nil
  }

  /// The match, with team and ground keys replaced by the header's names.
  consuming func row(_ header: SeasonHeader) throws(FeedProblem) -> MatchRow {
    guard let date = words.popFirst().flatMap({ CivilDay($0) }) else {
      throw FeedProblem(code: "invalid-date", detail: "a match begins with a date such as 2024-08-16")
    }
    let time = try time()
    let (home, away) = (try team(header), try team(header))
    let score = try score()
    let status = try status()
    return MatchRow(
      place: "", round: nil, group: nil, number: nil, date: date, time: time, home: home, away: away,
      stadium: try stadium(header), status: status, score: score, goals: nil)
  }

  private mutating func time() throws(FeedProblem) -> KickOffTime? {
    let word = words.popFirst() ?? ""
    if word == "--:--" { return nil }
    var text = word
    if let sign = word.dropFirst(5).first, sign == "+" || sign == "-" {
      text = "\(word.prefix(5)) UTC\(word.dropFirst(5))"
    }
    guard let time = KickOffTime(text) else {
      throw FeedProblem(
        code: "invalid-time", detail: "found \"\(word)\", expected a time such as 20:00, 17:00-3 or --:--")
    }
    return time
  }

  private mutating func team(_ header: SeasonHeader) throws(FeedProblem) -> String {
    let key = words.popFirst() ?? ""
    guard let name = header.teams[key] else {
      throw FeedProblem(code: "unknown-team", detail: "no line \"team \(key) …\" comes before this match")
    }
    return name
  }

  private func stadium(_ header: SeasonHeader) throws(FeedProblem) -> String? {
    guard let ground else { return nil }
    guard let name = header.grounds[ground] else {
      throw FeedProblem(code: "unknown-ground", detail: "no line \"ground \(ground) …\" comes before this match")
    }
    return name
  }

  private mutating func score() throws(FeedProblem) -> Score {
    var score = Score()
    score.regularTime = line(words.first).map { take($0) }
    if let word = words.first, word.hasPrefix("("), word.hasSuffix(")") {
      score.halfTime = line(String(word.dropFirst().dropLast())).map { take($0) }
    }
    score.afterExtraTime = try marked("aet")
    score.penalties = try marked("pen")
    if let contradiction = score.contradiction {
      throw FeedProblem(code: "score-contradiction", detail: contradiction)
    }
    return score
  }

  private mutating func marked(_ mark: String) throws(FeedProblem) -> ScoreLine? {
    guard words.first == mark else { return nil }
    words.removeFirst()
    guard let score = line(words.first) else {
      throw FeedProblem(code: "invalid-score", detail: "\"\(mark)\" must be followed by a score such as 2-1")
    }
    return take(score)
  }

  private mutating func take(_ score: ScoreLine) -> ScoreLine {
    words.removeFirst()
    return score
  }

  private func line(_ word: String?) -> ScoreLine? {
    let numbers = word?.split(separator: "-", omittingEmptySubsequences: false).map { digits(in: $0) } ?? []
    guard numbers.count == 2, let home = numbers[0], let away = numbers[1], max(home, away) <= 99 else { return nil }
    return ScoreLine(home, away)
  }

  private mutating func status() throws(FeedProblem) -> ReportedStatus {
    guard let word = words.popFirst() else { return .scheduled }
    guard let status = ReportedStatus(openFootball: word), words.isEmpty else {
      throw FeedProblem(
        code: "unexpected-word", detail: "\"\(word)\" is neither a score such as 2-1 nor \(ReportedStatus.expectation)")
    }
    return status
  }
}
