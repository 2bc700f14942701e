import FieldhouseKit

/// A match as a file states it: local times, names, no ids.
struct MatchRow {
  /// Where it stands in the file, for problems.
  var place: String
  var round: String?
  var group: String?
  /// The feed's own number of the match within the season.
  var number: Int?
  var date: CivilDay
  var time: KickOffTime?
  var home: String
  var away: String
  var stadium: String?
  var status: ReportedStatus
  var score: Score
  var goals: [Goal]?
  /// What a feed that follows matches says of one that has begun.
  var progress: MatchProgress?
  /// The word for its state when nobody knows what that means; nil when it is known.
  var unknownState: String?
}

/// One season of one league as read from a file.
public struct SeasonFile: Sendable {
  /// The competition and season.
  public private(set) var league: League
  /// Its matches in the file's order.
  public private(set) var matches: [Match]
  /// Matches that were in the file and are no longer.
  public private(set) var withdrawn: [Match] = []
  /// What was wrong with matches that were left out, or doubtful in matches that were kept.
  public let problems: [FeedProblem]
  /// How many matches of the file could not be read and were left out.
  var unread = 0

  init(league: League, matches: [Match], withdrawn: [Match] = [], problems: [FeedProblem]) {
    (self.league, self.matches, self.withdrawn, self.problems) = (league, matches, withdrawn, problems)
  }

  mutating func replace(_ matches: [Match], withdrawn: [Match]) {
    (self.matches, self.withdrawn) = (matches, withdrawn)
  }

  /// The same matches as those of a season that is called otherwise.
  func renamed(_ key: SeasonKey) -> SeasonFile {
    var file = self
    file.league = League(key: key, name: league.name, continent: league.continent, country: league.country)
    for match in file.matches.indices { file.matches[match].league = key }
    return file
  }

  mutating func disclose(_ disclosure: Match.Disclosure) {
    for match in matches.indices { matches[match].disclosure = disclosure }
    for match in withdrawn.indices { withdrawn[match].disclosure = disclosure }
  }
}
