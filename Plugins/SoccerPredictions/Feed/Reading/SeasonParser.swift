/// Reads the lines of a `.season` file; the first line that is not understood ends it.
struct SeasonParser {
  private(set) var header = SeasonHeader()
  private(set) var rows: [MatchRow] = []
  private var round: String?
  private var group: String?

  /// Reads the whole text.
  ///
  /// - Throws: a problem whose place is "line N".
  mutating func parse(_ text: String) throws(FeedProblem) {
    var lines = SourceLines(text)
    try lines.expectHeader("fieldhouse season 1")
    while let line = lines.next() {
      do { try read(line) } catch { throw error.at("line \(line.number)") }
    }
  }

  private mutating func read(_ line: SourceLine) throws(FeedProblem) {
    let (word, rest) = line.keyword
    switch word {
    case "round": (round, group) = (rest, nil)
    case "group": group = rest
    case "+": try readGoal(rest)
    default:
      if word.first?.isNumber == true { try readMatch(line) } else { try header.read(word, rest) }
    }
  }

  private mutating func readMatch(_ line: SourceLine) throws(FeedProblem) {
    var row = try MatchLine(line.text).row(header)
    row.place = "line \(line.number)"
    (row.round, row.group) = (round, group)
    rows.append(row)
  }

  /// A goal of the latest match: "+ BRA 71 pen Neymar".
  private mutating func readGoal(_ text: String) throws(FeedProblem) {
    guard let match = rows.last else {
      throw FeedProblem(code: "goal-without-match", detail: "a goal must follow the line of its match")
    }
    let goal = try GoalLine(text).goal(of: match, header)
    rows[rows.count - 1].goals = (match.goals ?? []) + [goal]
  }
}
