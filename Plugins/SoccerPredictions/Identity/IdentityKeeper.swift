import FieldhouseKit
import Foundation
import Synchronization

/// Gives what the feed says of a season the ids that its matches, teams and players have had from the first, and stores them.
struct IdentityKeeper: Sendable {
  /// Seasons as they are shown, and the names that they go by.
  struct Reading: Sendable {
    var files: [SeasonFile] = []
    /// Other ids of matches.
    var matchAliases: [String: String] = [:]
    /// What is wrong with what was read.
    var problems: [SeasonKey: [FeedProblem]] = [:]
  }

  private final class Memory: Sendable {
    /// The teams, with how many spellings there were.
    let teams = Mutex<TeamRegistry?>(nil)
    let players = Mutex(PlayerRegistry())
    let fingerprints = Mutex<[SeasonKey: String]>([:])
    /// The seasons that the feed calls otherwise by now, by the names that it gives them.
    let renamed = Mutex<[SeasonKey: SeasonKey]>([:])
    /// The teams of each season of each league.
    let rosters = Mutex<[SeasonKey: Set<String>]>([:])
  }

  /// What is done to a reading when the rules of this code change: an unchanged file is then looked at again.
  private static let edition = "1"
  /// So much of a season must be in one of another name for it to be the same.
  private static let share = 0.6

  let storage: any Storage
  let table: TeamTable
  private let memory = Memory()

  init(storage: any Storage, table: TeamTable) { (self.storage, self.table) = (storage, table) }

  var players: PlayerRegistry { memory.players.withLock { $0 } }

  /// The seasons that the feed has under another name.
  var renamedSeasons: Set<SeasonKey> { memory.renamed.withLock { Set($0.values) } }

  /// The lasting id of each spelling of a team.
  var teams: [String: String] { memory.teams.withLock { $0?.aliases ?? [:] } }

  /// Every season as it is stored.
  func load() async throws -> Reading {
    try await storage.read { transaction in
      forget(try await IdentityStore.players(in: transaction))
      var reading = Reading()
      reading.matchAliases = try await IdentityStore.pairs(
        "select alias as one, match as other from match_aliases", in: transaction)
      for (league, fingerprint) in try await IdentityStore.seasons(in: transaction) {
        let records = try await IdentityStore.records(of: league.key.description, in: transaction)
        reading.files.append(shown(league, records))
        memory.fingerprints.withLock { $0[league.key] = fingerprint }
      }
      let registry = TeamRegistry(aliases: try await IdentityStore.teamAliases(in: transaction), table: table)
      memory.teams.withLock { $0 = registry }
      let renamed = try await IdentityStore.seasonAliases(in: transaction)
      memory.renamed.withLock { $0 = renamed }
      return reading
    }
  }

  private func forget(_ players: PlayerRegistry) {
    memory.teams.withLock { $0 = nil }
    memory.players.withLock { $0 = players }
    memory.fingerprints.withLock { $0 = [:] }
    memory.rosters.withLock { $0 = [:] }
  }

  /// Takes over what another host or an operator has changed of a season.
  func reload(_ season: SeasonKey) async throws -> Reading {
    try await storage.read { transaction in
      memory.teams.withLock { $0 = nil }
      let known = try await IdentityStore.seasons(in: transaction).first { $0.league.key == season }
      guard let known else { return Reading() }
      let records = try await IdentityStore.records(of: season.description, in: transaction)
      var reading = Reading(files: [shown(known.league, records)])
      reading.matchAliases = try await IdentityStore.matchAliases(of: season.description, in: transaction)
      _ = try await registry(in: transaction)
      return reading
    }
  }

  /// What changes in the feed, with lasting ids. A season that has been read before costs nothing.
  func take(_ changes: FeedChanges, at now: Date) async throws -> Reading {
    var reading = Reading()
    for told in changes.updated {
      let file = try await lasting(told, changes)
      let key = file.league.key
      let fingerprint = "\(Self.edition) \(changes.cursor.versions[told.league.key]?.text ?? "")"
      if memory.fingerprints.withLock({ $0[key] }) == fingerprint { continue }
      let identity = try await storage.write { try await take(file, fingerprint, at: now, in: $0) }
      memory.fingerprints.withLock { $0[key] = fingerprint }
      var shown = file
      shown.replace(identity.matches, withdrawn: identity.absent.map(\.shown))
      note(shown)
      reading.files.append(shown)
      reading.matchAliases.merge(identity.aliases) { $1 }
      reading.problems[key] = identity.problem.map { [$0] } ?? []
    }
    return reading
  }

  /// A file under the name that its season has had from the first, also where the feed has that season under another name now and under its
  /// own no longer: most matches of either are there in the other on the same days.
  private func lasting(_ file: SeasonFile, _ changes: FeedChanges) async throws -> SeasonFile {
    let key = file.league.key
    if let season = memory.renamed.withLock({ $0[key] }) {
      return changes.cursor.versions[season] == nil ? file.renamed(season) : file
    }
    let known = memory.fingerprints.withLock { Set($0.keys) }
    let others = known.filter { $0.league == key.league && changes.cursor.versions[$0] == nil }.sorted()
    guard !known.contains(key), !others.isEmpty else { return file }
    let teams = self.teams
    let days = Set(file.matches.map { $0.day(teams) })
    let found = try await storage.read { transaction -> SeasonKey? in
      for other in others {
        let records = try await IdentityStore.records(of: other.description, in: transaction)
        let same = Double(records.count { days.contains($0.match.day(teams)) })
        if same > 0, same >= Self.share * Double(max(records.count, days.count)) { return other }
      }
      return nil
    }
    guard let season = found else { return file }
    try await storage.write { try await IdentityStore.save(season: key, renamed: season, in: $0) }
    memory.renamed.withLock { $0[key] = season }
    return file.renamed(season)
  }

  private func take(
    _ file: SeasonFile, _ fingerprint: String, at now: Date, in transaction: any Transaction
  ) async throws -> SeasonIdentity {
    let season = file.league.key.description
    var registry = try await registry(in: transaction)
    var known = try await IdentityStore.records(of: season, in: transaction)
    let isFirst = known.isEmpty
    if isFirst {
      let orphans = try await Orphans(of: file, &registry, in: transaction)
      try await IdentityStore.save(spellings: orphans.spellings, in: transaction)
      known = orphans.records
    }
    var identity = SeasonIdentity(
      of: file, known: known, registry: &registry, elsewhere: rivals(of: file.league.key),
      aliases: try await IdentityStore.matchAliases(of: season, in: transaction),
      apart: try await DoubtStore.apart(in: season, transaction))
    identity.name(try await learnPlayers(identity.matches, in: transaction))
    try await IdentityStore.save(spellings: identity.spellings, in: transaction)
    for (spelling, team) in identity.spellings {
      try await IdentityStore.moveFavourites(of: spelling, to: team, in: transaction)
    }
    try await IdentityStore.save(identity.records + (isFirst ? identity.absent : []), in: transaction)
    try await IdentityStore.save(matchAliases: identity.aliases, in: transaction)
    try await ask(&identity, season, at: now, in: transaction)
    try await IdentityStore.save(file.league, fingerprint: fingerprint, in: transaction)
    let done = registry
    memory.teams.withLock { $0 = done }
    return identity
  }

  /// Asks operators about what is doubtful; where nobody has predicted what was known there is nothing to decide.
  private func ask(
    _ identity: inout SeasonIdentity, _ season: String, at now: Date, in transaction: any Transaction
  ) async throws {
    let open = try await DoubtStore.open(in: season, transaction)
    let settled = open.filter { identity.settles($0) }
    let asked = open.filter { !identity.settles($0) } + identity.doubts
    for old in settled {
      try await DoubtStore.withdraw(old.id, in: transaction)
      if old.kind == .team, !identity.plays(old.other) {
        try await IdentityStore.forget(spelling: old.other, in: transaction)
      }
      // Of what nobody is asked about any more the feed has nothing.
      let gone = identity.giveUp { match in
        old.concerns(match) && !asked.contains { $0.concerns(match) }
      }
      try await IdentityStore.save(gone, in: transaction)
    }
    for doubt in identity.doubts {
      if doubt.kind == .match, try await !isPredicted(doubt.one, transaction) {
        try await IdentityStore.save(identity.giveUp { $0.id == doubt.one }, in: transaction)
      } else {
        try await DoubtStore.ask(doubt, at: now, in: transaction)
      }
    }
  }

  private func isPredicted(_ match: String, _ transaction: any ReadTransaction) async throws -> Bool {
    try await transaction.first("select match from predictions where match = \(match) limit 1") != nil
  }

  private func registry(in transaction: any ReadTransaction) async throws -> TeamRegistry {
    let count: Int = try await transaction.first("select count(*) as n from team_aliases").map { try $0["n"] } ?? 0
    if let known = memory.teams.withLock({ $0 }), known.aliases.count == count { return known }
    let registry = TeamRegistry(aliases: try await IdentityStore.teamAliases(in: transaction), table: table)
    memory.teams.withLock { $0 = registry }
    return registry
  }

  /// Gives each player of the matches one id, whatever the feed calls them.
  private func learnPlayers(_ matches: [Match], in transaction: any Transaction) async throws -> PlayerRegistry {
    var players = memory.players.withLock { $0 }
    for match in matches {
      for goal in match.goals ?? [] {
        let team = match.scorer(of: goal).team
        let found = players.player(goal.scorer, of: team)
        guard found.isNew else { continue }
        let spelling = PlayerID(name: goal.scorer, team: team)
        try await IdentityStore.save(found.id, spelled: spelling, name: goal.scorer, in: transaction)
      }
    }
    let done = players
    memory.players.withLock { $0 = done }
    return players
  }

  private func shown(_ league: League, _ records: [MatchRecord]) -> SeasonFile {
    let present = records.filter { $0.state == .present }.map(\.match)
    let file = SeasonFile(
      league: league, matches: present, withdrawn: records.filter { $0.state != .present }.map(\.shown), problems: [])
    note(file)
    return file
  }

  private func note(_ file: SeasonFile) {
    let teams = Set(file.matches.flatMap { [$0.home.id, $0.away.id] })
    memory.rosters.withLock { $0[file.league.key] = teams }
  }

  /// The teams that play in the country's other leagues in the season. A cup is none: its clubs play in a league, too.
  private func rivals(of key: SeasonKey) -> Set<String> {
    guard let level = key.level else { return [] }
    return memory.rosters.withLock { rosters in
      rosters.filter { $0.key.season == key.season && $0.key.level?.country == level.country && $0.key != key }.values
        .reduce(into: []) { $0.formUnion($1) }
    }
  }
}

extension Match {
  /// Its teams by their lasting ids, and its day (UTC).
  fileprivate func day(_ teams: [String: String]) -> String {
    let day = Int((kickOff.timeIntervalSince1970 / 86_400).rounded(.down))
    return "\(teams[home.id] ?? home.id) \(teams[away.id] ?? away.id) \(day)"
  }
}

extension SeasonKey {
  /// The country and the tier of a league such as "en.1"; nil for a cup and for what has clubs of several countries.
  fileprivate var level: (country: Substring, tier: Int)? {
    let parts = league.split(separator: ".")
    guard parts.count == 2, let tier = digits(in: parts[1]) else { return nil }
    return (parts[0], tier)
  }
}
