/// A goal of a `.season` file: `TEAM MINUTE[+STOPPAGE] [pen|own] Name`, the team being the one that benefits.
struct GoalLine {
  private let words: [String]

  init(_ text: String) {
    words = text.split(separator: " ").map(String.init)
  }

  func goal(of match: MatchRow, _ header: SeasonHeader) throws(FeedProblem) -> Goal {
    guard words.count >= 3 else {
      throw FeedProblem(code: "invalid-goal", detail: "write \"+ TEAM MINUTE Name\", such as \"+ BRA 90+1 Oscar\"")
    }
    let kind = ["pen": Goal.Kind.penalty, "own": .ownGoal][words[2]]
    let name = words.dropFirst(kind == nil ? 2 : 3).joined(separator: " ")
    let (minute, stoppage) = try minute()
    guard !name.isEmpty else { throw FeedProblem(code: "missing-name", detail: "the goal needs its scorer's name") }
    return Goal(minute: minute, stoppage: stoppage, scorer: name, side: try side(match, header), kind: kind ?? .play)
  }

  private func side(_ match: MatchRow, _ header: SeasonHeader) throws(FeedProblem) -> Side {
    switch header.teams[words[0]] {
    case match.home: return .home
    case match.away: return .away
    default: throw FeedProblem(code: "unknown-team", detail: "\"\(words[0])\" does not play in this match")
    }
  }

  private func minute() throws(FeedProblem) -> (Int, Int) {
    let parts = words[1].split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
      .map { digits(in: $0) ?? -1 }
    let stoppage = parts.count == 2 ? parts[1] : 0
    guard let minute = parts.first, Goal.statedMinutes.contains(minute), (0...30).contains(stoppage) else {
      throw FeedProblem(code: "invalid-minute", detail: "found \"\(words[1])\", expected a minute such as 29 or 90+2")
    }
    return (minute, stoppage)
  }
}
