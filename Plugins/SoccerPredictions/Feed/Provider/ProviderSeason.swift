import FieldhouseKit

/// A season of a league that a provider is asked for.
struct ProviderSeason: Decodable, Hashable, Sendable {
  /// The league's code in the table of competitions, such as "en.1".
  var league: String
  /// "2024-25", or "2024" within one calendar year.
  var season: String
  /// What the provider calls the league: "PL" at football-data.org, "39" at API-Football, "bl1" at OpenLigaDB.
  var code: String
  /// The league's name as it is shown.
  var name: String

  var key: SeasonKey { SeasonKey(league: league, season: season) }
  /// The year in which the season begins, by which providers call it.
  var year: String { String(season.prefix(4)) }
}

/// Something that a provider is asked for in one call.
struct ProviderDocument: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// All matches of the season.
    case matches
    /// The standings.
    case table
    /// What happened in some matches, by the provider's numbers.
    case details([String])
  }

  let season: ProviderSeason
  let kind: Kind
}

/// A match as a provider tells of it.
struct ProviderMatch: Sendable {
  /// The provider's own number of the match.
  var number: String
  /// Names, a place and an instant, without ids.
  var row: MatchRow
  /// Who plays, and what is counted; nil where this answer tells neither.
  var sheet: MatchSheet?
  var logos = ToldLogos()
  /// The provider's own ids of the teams; nil for one that is no number.
  var home: String?
  var away: String?
  /// The competition's name.
  var competition: String?

  /// Whether it is to be played, or is being played.
  var isAwaited: Bool { row.progress != .over && row.status == .scheduled }
}

/// A row of a provider's standings.
struct ProviderStanding: Hashable, Sendable {
  /// The group's name; nil where the season has one table.
  var table: String?
  var position: Int
  var team: String
  var won: Int
  var drawn: Int
  var lost: Int
  var goalsFor: Int
  var goalsAgainst: Int
  /// As the league counts, with what it has added or deducted.
  var points: Int
}

/// How a provider is asked, and how it answers: its published format.
protocol ProviderFormat: Sendable {
  /// Where its interface begins, without a slash at the end.
  var address: String { get }
  /// The hosts at which the provider says that logos are.
  var logoHosts: Set<String> { get }
  /// What is said with each call.
  func headers(key: String?) -> [String: String]
  /// The path and query of a call; nil for what the provider does not have.
  func path(_ document: ProviderDocument) -> String?
  /// The matches in an answer. One that cannot be read is left out, with a problem; one whose state is a word that is not known is
  /// there, with a problem, too.
  /// - Throws: ``FeedProblem`` `provider-format` for an answer that is none of this format.
  func matches(_ answer: JSON) throws(FeedProblem) -> (matches: [ProviderMatch], problems: [FeedProblem])
  /// The path and query of the call for the earlier matches of the teams of a match, which is answered like those of a season; nil
  /// for what the provider does not have.
  func meetingsPath(_ match: ProviderMatch) -> String?
  /// The rows of the standings in an answer.
  /// - Throws: as ``matches(_:)``.
  func table(_ answer: JSON) throws(FeedProblem) -> [ProviderStanding]
  /// The parts of an answer that tell of one match each, by the provider's number.
  func parts(_ answer: JSON) -> [String: JSON]
  /// What is wrong according to the answer itself, where the provider says so with status 200; nil otherwise.
  func refusal(_ answer: JSON) -> String?
}

extension ProviderFormat {
  func parts(_ answer: JSON) -> [String: JSON] { [:] }
  func meetingsPath(_ match: ProviderMatch) -> String? { nil }
  func refusal(_ answer: JSON) -> String? { nil }

  /// Reads each match of a list.
  func read(
    _ list: [JSON]?, at place: String, _ match: (JSON, String) throws(FeedProblem) -> ProviderMatch
  ) throws(FeedProblem) -> (matches: [ProviderMatch], problems: [FeedProblem]) {
    guard let list else { throw .format("there is no list \"\(place)\"") }
    var (matches, problems) = ([ProviderMatch](), [FeedProblem]())
    for (index, item) in list.enumerated() {
      let here = "/\(place)/\(index)"
      do throws(FeedProblem) {
        let found = try match(item, here)
        matches.append(found)
        guard let word = found.row.unknownState else { continue }
        problems.append(.format("the status \"\(word)\" is not known; what was known of the match stays").at(here))
      } catch {
        problems.append(error.at(here))
      }
    }
    return (matches, problems)
  }
}

extension FeedProblem {
  static func format(_ detail: String) -> FeedProblem { FeedProblem(code: "provider-format", detail: detail) }
}
