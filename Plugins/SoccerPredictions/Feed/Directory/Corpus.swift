public import Foundation

/// Reads every file of a folder and counts what is in it: how a body of match data is checked.
public struct Corpus: Sendable {
  /// The counts, in the order in which they are printed.
  public struct Figures: Sendable, Hashable {
    /// Files with matches.
    public var seasons = 0
    /// Files of the format with something else in them.
    public var otherFiles = 0
    /// Matches that could be read.
    public var matches = 0
    /// Of these, matches with a score.
    public var withScore = 0
    /// Matches whose kick-off time was not stated.
    public var withoutTime = 0
    /// Matches that the feed has goals for.
    public var withGoals = 0
    /// Of these, matches whose goals make exactly the scores.
    public var withGoalsMakingTheScore = 0
    /// Goals of all matches.
    public var goals = 0
    /// Matches by what the feed reports of them.
    public var statuses: [ReportedStatus: Int] = [:]
  }

  /// The counts.
  public private(set) var figures = Figures()
  /// Everything that is wrong or doubtful.
  public private(set) var problems: [FeedProblem] = []

  /// Reads every file under `folder` that has the reader's extension.
  ///
  /// - Throws: `missing-directory`.
  public static func check(_ folder: URL, reader: some SeasonReader) throws(FeedProblem) -> Corpus {
    var corpus = Corpus()
    for path in try DirectoryFiles.paths(in: folder, extension: reader.fileExtension) {
      corpus.check(path, in: folder, reader)
    }
    return corpus
  }

  private mutating func check(_ path: String, in folder: URL, _ reader: some SeasonReader) {
    guard let data = try? Data(contentsOf: folder.appending(path: path)) else {
      problems.append(.unreadable(path))
      return
    }
    do throws(FeedProblem) {
      if let season = try reader.read(data, path: path) { count(season) } else { figures.otherFiles += 1 }
    } catch {
      problems.append(error)
    }
  }

  private mutating func count(_ season: SeasonFile) {
    figures.seasons += 1
    problems += season.problems + duplicates(season)
    for match in season.matches { figures.count(match) }
  }

  private func duplicates(_ season: SeasonFile) -> [FeedProblem] {
    Dictionary(grouping: season.matches, by: \.id).filter { $0.value.count > 1 }.keys.sorted().map { id in
      FeedProblem(
        file: season.league.key.description, code: "duplicate-match", detail: "several matches have the id \(id)")
    }
  }

  /// The figures, one to a line, then the problems.
  public var report: String {
    let statuses = ReportedStatus.allCases.map { "\($0.rawValue) \(figures.statuses[$0, default: 0])" }
    let lines = [
      "seasons \(figures.seasons), other files \(figures.otherFiles)",
      "matches \(figures.matches) (\(statuses.joined(separator: ", ")))",
      "with score \(figures.withScore), without kick-off time \(figures.withoutTime)",
      "with goals \(figures.withGoals), making the score \(figures.withGoalsMakingTheScore), goals \(figures.goals)",
      "problems \(problems.count)",
    ]
    return (lines + problems.map(\.description)).joined(separator: "\n")
  }
}

extension Corpus.Figures {
  fileprivate mutating func count(_ match: Match) {
    matches += 1
    statuses[match.status, default: 0] += 1
    if match.score.final != nil { withScore += 1 }
    if !match.kickOffConfirmed { withoutTime += 1 }
    guard let list = match.goals else { return }
    withGoals += 1
    goals += list.count
    if match.reliableGoals != nil { withGoalsMakingTheScore += 1 }
  }
}
