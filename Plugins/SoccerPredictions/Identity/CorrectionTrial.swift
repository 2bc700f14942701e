public import Foundation

/// Corrects real seasons as their files are corrected over the years, and counts how many matches keep their ids.
public struct CorrectionTrial: Sendable {
  /// A way in which a file is corrected.
  public enum Correction: String, Sendable, CaseIterable {
    case respelled, renumbered, moved, reordered, everything
  }

  /// What became of the matches of all seasons.
  public struct Figures: Sendable, Hashable {
    /// All matches whose teams are known.
    public var matches = 0
    /// Matches with the id that they had.
    public var kept = 0
    /// Matches that an operator would be asked about.
    public var doubtful = 0
    /// Matches with the id of another one.
    public var mistaken = 0
  }

  /// By the correction.
  public private(set) var figures: [Correction: Figures] = [:]
  /// Clubs, by how many ids they would have had without aliases and have with them.
  public private(set) var spellings = 0
  /// How many teams these spellings are.
  public private(set) var teams = 0

  private var registry: TeamRegistry

  /// Corrects every season under a folder.
  ///
  /// - Parameter table: the file with the names that are quite different.
  /// - Throws: `missing-directory` or the problem of the table.
  public init(folder: URL, reader: some SeasonReader, table: URL) throws {
    registry = TeamRegistry(table: try TeamTable(contentsOf: table))
    for path in try DirectoryFiles.paths(in: folder, extension: reader.fileExtension) {
      guard let data = try? Data(contentsOf: folder.appending(path: path)),
        let season = try? reader.read(data, path: path)
      else { continue }
      correct(season)
    }
    spellings = registry.aliases.count
    teams = Set(registry.aliases.values).count
  }

  private mutating func correct(_ season: SeasonFile) {
    let first = SeasonIdentity(of: season, known: [], registry: &registry)
    let ids = first.matches.map(\.id)
    for correction in Correction.allCases {
      var copy = registry
      let order =
        correction == .reordered || correction == .everything ? Array(ids.indices.reversed()) : Array(ids.indices)
      let changed = order.map { season.matches[$0].corrected(correction, at: $0, in: season) }
      let file = SeasonFile(league: season.league, matches: changed, problems: [])
      let second = SeasonIdentity(of: file, known: first.records, registry: &copy)
      var found = figures[correction] ?? Figures()
      let asked = Set(second.doubts.filter { $0.kind == .match }.map(\.other))
      let teams = Set(second.doubts.filter { $0.kind == .team }.map(\.other))
      let known = Set(ids)
      for (place, match) in zip(order, second.matches) {
        guard season.matches[place].areTeamsKnown else { continue }
        found.matches += 1
        let isAsked = asked.contains(match.id) || teams.contains(match.home.id) || teams.contains(match.away.id)
        if match.id == ids[place] {
          found.kept += 1
        } else if known.contains(match.id) {
          found.mistaken += 1
        } else if isAsked {
          found.doubtful += 1
        }
      }
      figures[correction] = found
    }
  }
}

extension Match {
  /// The match as a corrected file has it.
  fileprivate func corrected(_ correction: CorrectionTrial.Correction, at place: Int, in season: SeasonFile) -> Match {
    var match = self
    let isAll = correction == .everything
    if isAll || correction == .respelled { (match.home, match.away) = (home.respelled, away.respelled) }
    if isAll || correction == .renumbered { match.round = round.map { "\($0) (\(100 - (roundNumber ?? 0)))" } }
    if isAll || correction == .moved { match.kickOff += Double(place % 6) * 86_400 }
    match.id = "\(league)_\(Slug.make(match.round ?? "-"))_\(match.home.id)_\(match.away.id)_\(place)"
    return match
  }
}

extension Team {
  /// The team misspelt: of the longest word two letters have changed places; short names are written out instead.
  fileprivate var respelled: Team {
    guard isDetermined else { return self }
    let area = String(id.prefix { $0 != "-" })
    let words = name.split(separator: " ").map(String.init)
    guard let longest = words.max(by: { $0.count < $1.count }), longest.count >= 6 else {
      return Team(name: "\(name) FC", country: area)
    }
    var letters = Array(longest)
    letters.swapAt(3, 4)
    return Team(name: words.map { $0 == longest ? String(letters) : $0 }.joined(separator: " "), country: area)
  }
}
