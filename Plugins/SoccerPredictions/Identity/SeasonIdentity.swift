/// What a reading of a season's file comes to, once each match and team has the id that it has had from the first.
struct SeasonIdentity: Sendable {
  /// The matches of the file, in its order.
  private(set) var matches: [Match] = []
  /// What is to be stored anew.
  private(set) var records: [MatchRecord] = []
  /// The known matches that the feed does not have.
  private(set) var absent: [MatchRecord] = []
  /// Other ids of matches.
  private(set) var aliases: [String: String] = [:]
  /// Spellings of teams that were not known.
  private(set) var spellings: [String: String] = [:]
  private(set) var doubts: [Doubt] = []
  /// Why the known matches that the file lacks stay as they are; nil when it lacks few.
  private(set) var problem: FeedProblem?

  private let season: String
  private let known: [MatchRecord]
  private var taken: Set<String>

  /// Finds out who is who.
  /// - Parameters:
  ///   - known: what is stored of the season, in the order of the ids.
  ///   - registry: the teams; what is new is added.
  ///   - elsewhere: teams that play in another league of the country in this season.
  ///   - aliases: the other ids of the season's matches.
  ///   - apart: the doubts of which an operator has said that the two are different.
  init(
    of file: SeasonFile, known: [MatchRecord], registry: inout TeamRegistry, elsewhere: Set<String> = [],
    aliases: [String: String] = [:], apart: Set<String> = []
  ) {
    season = file.league.key.description
    self.known = known
    taken = Set(known.map(\.id)).union(aliases.keys)
    let present = known.count { $0.state == .present }
    guard !file.matches.isEmpty || present == 0 else {
      keepAll("emptied", "the file has no match any more; those that it had stay as they were", file)
      return
    }
    let teams = SeasonTeams(
      file.matches, known, season: season, registry: &registry, elsewhere: elsewhere, apart: apart)
    spellings = teams.news
    doubts = teams.doubts
    pairUp(file, teams, apart)
    let lost = absent.count { $0.state == .present }
    // What is in the file and cannot be read is not gone, and nobody knows which of the missing ones that is.
    let isUnread = lost > 0 && file.unread > 0
    if isUnread || 2 * lost > present {
      problem =
        isUnread
        ? Self.problem(
          "season-unread", "\(file.unread) matches of the file cannot be read; \(lost) that it lacks stay as they were",
          file)
        : Self.problem(
          "season-shrunk", "\(lost) of \(present) matches are not in the file any more; they stay as they were", file)
      for place in absent.indices where absent[place].state == .present { matches.append(absent[place].match) }
      absent.removeAll { $0.state == .present }
      doubts = []
    } else {
      takeLeave()
    }
  }

  private mutating func keepAll(_ code: String, _ detail: String, _ file: SeasonFile) {
    matches = known.filter { $0.state == .present }.map(\.match)
    absent = known.filter { $0.state != .present }
    problem = Self.problem("season-\(code)", detail, file)
  }

  private static func problem(_ code: String, _ detail: String, _ file: SeasonFile) -> FeedProblem {
    FeedProblem(file: file.league.key.description, code: code, detail: detail)
  }

  private mutating func pairUp(_ file: SeasonFile, _ teams: SeasonTeams, _ apart: Set<String>) {
    let own = file.matches.map(teams.identified)
    let pairing = MatchPairing(own, sources: file.matches.map(\.id), with: known)
    for (place, match) in own.enumerated() {
      let record = pairing.places[place].map { known[$0] }
      matches.append(identified(match, record))
    }
    let met = Set(pairing.places.values)
    absent = known.indices.filter { !met.contains($0) }.map { known[$0] }
    let teams = Set(doubts.map(\.one))
    for found in pairing.doubts {
      let match = known[found.record].match
      guard !teams.contains(match.home.id), !teams.contains(match.away.id) else { continue }
      let doubt = Doubt(
        kind: .match, season: season, one: known[found.record].id, other: matches[found.match].id,
        isTurned: found.isTurned)
      if !apart.contains(doubt.id) { doubts.append(doubt) }
    }
  }

  /// The match under its lasting id; what is new of it is to be stored.
  private mutating func identified(_ match: Match, _ record: MatchRecord?) -> Match {
    var own = match
    let source = match.id
    own.id = record?.id ?? newID(source)
    own.keepState(of: record?.match)
    if source != own.id, taken.insert(source).inserted { aliases[source] = own.id }
    let now = MatchRecord(match: own, state: .present, source: source)
    if record.map({ $0.state != .present || $0.source != source || $0.match.version != own.version }) ?? true {
      records.append(now)
    }
    return own
  }

  /// The id of a match that was not known: that of the file, unless another one has had it.
  private mutating func newID(_ source: String) -> String {
    let candidates = sequence(first: (source, 1)) { ("\(source)_\($0.1 + 1)", $0.1 + 1) }
    for (id, _) in candidates where taken.insert(id).inserted { return id }
    return source
  }

  /// What becomes of the known matches that the file lacks.
  private mutating func takeLeave() {
    for place in absent.indices where absent[place].state == .present {
      let match = absent[place].match
      absent[place].state = doubts.contains { $0.concerns(match) } ? .missing : .removed
      records.append(absent[place])
    }
  }

  /// Names the scorers by the players' lasting ids.
  mutating func name(_ players: PlayerRegistry) {
    for place in matches.indices { matches[place].name(players) }
    for place in records.indices { records[place].match.name(players) }
  }

  /// Whether nobody needs to decide a doubt any more: what was known is back, or the match that was new is gone.
  func settles(_ doubt: Doubt) -> Bool {
    if doubt.kind == .team { return plays(doubt.one) }
    let present = Set(matches.map(\.id))
    return present.contains(doubt.one) || !present.contains(doubt.other)
  }

  /// Whether a team is in the file.
  func plays(_ team: String) -> Bool { matches.contains { $0.home.id == team || $0.away.id == team } }

  /// Takes matches that might have been others for removed.
  /// - Returns: what is to be stored of them.
  mutating func giveUp(_ isMeant: (Match) -> Bool) -> [MatchRecord] {
    var given: [MatchRecord] = []
    for place in absent.indices where absent[place].state == .missing && isMeant(absent[place].match) {
      absent[place].state = .removed
      given.append(absent[place])
    }
    return given
  }
}

extension Match {
  /// Keeps what was known of its state where the feed says what nobody knows. One that was not known is taken for scheduled.
  fileprivate mutating func keepState(of known: Match?) {
    guard isStateUnknown else { return }
    isStateUnknown = false
    guard let known else { return }
    (status, progress, score, goals) = (known.status, known.progress, known.score, known.goals)
  }

  fileprivate mutating func name(_ players: PlayerRegistry) {
    guard let known = goals, !known.isEmpty else { return }
    goals = known.map { goal in
      var goal = goal
      let spelling = PlayerID(name: goal.scorer, team: scorer(of: goal).team)
      let player = players.aliases[spelling.text].flatMap { PlayerID($0) }
      goal.player = player == spelling ? nil : player
      return goal
    }
  }
}
