import FieldhouseKit
import Foundation

/// Gives points for decided matches, and gives them again when a result, a rule or a verdict changes.
struct Settler: Sendable {
  let store: PredictionStore
  let scoring: Scoring
  let catalogue: Catalogue
  let host: PluginHost
  /// How many predictions one transaction settles at most.
  let batch: Int
  /// The rules of leagues that have any.
  let rules = LeagueRules()
  /// Tables that show what has been settled.
  let liveBoards = LiveBoardMemory()
  private let settled = SettledKeys()

  init(store: PredictionStore, scoring: Scoring, catalogue: Catalogue, host: PluginHost, batch: Int = 16_000) {
    (self.store, self.scoring, self.catalogue, self.host, self.batch) = (store, scoring, catalogue, host, batch)
  }

  /// Takes over what was settled before the host was down.
  func load() async throws {
    settled.load(try await store.settledKeys())
    rules.load(try await host.storage.read { try await RuleStore.ofLeagues(in: $0) })
  }

  /// A match that is settled, or is so no longer.
  struct Work: Sendable {
    let match: Match
    let state: MatchState
    /// As what it was settled, and is now.
    var before: String?
    let key: String?
    /// The rule of the league, where it has one then.
    let rule: RuleVersion?
  }

  /// Matches that are to be settled, and what is settled of them first.
  struct Plan: Sendable {
    fileprivate let waiting: ArraySlice<Work>
    fileprivate let portion: SettlingPortion
  }

  /// Settles those of some matches that are decided now and were not settled so yet. What waits for an operator stays as it is.
  /// - Throws: ``StorageError`` or ``RuleError``; what was settled before stays settled.
  func settle(_ matches: [Match], at now: Date) async throws {
    if let plan = try await plan(matches, at: now) { try await settle(plan, at: now) }
  }

  /// Looks up what there is to be settled that no other host has settled, and writes nothing.
  /// - Returns: nil when there is nothing, as far as this host knows.
  /// - Throws: ``StorageError``.
  func plan(_ matches: [Match], at now: Date) async throws -> Plan? {
    let decided = decided(matches, at: now)
    guard !decided.isEmpty else { return nil }
    let most = SettlingPace(most: batch).size
    let (known, found) = try await host.storage.read { transaction in
      let known = try await PredictionStore.settledKeys(of: decided.map(\.match.id), in: transaction)
      var waiting = decided.filter { known[$0.match.id] != $0.key }[...]
      for index in waiting.indices { waiting[index].before = known[waiting[index].match.id] }
      let portion = try await plan(waiting, after: "", most: most, in: transaction)
      return (known, Plan(waiting: waiting, portion: portion))
    }
    for work in decided where known[work.match.id] == work.key { settled[work.match.id] = work.key }
    return found
  }

  /// Settles what was looked up. One transaction settles as many matches as have as many predictions together as take a moment,
  /// ``batch`` at most.
  /// - Throws: as ``settle(_:at:)``.
  func settle(_ plan: Plan, at now: Date) async throws {
    var pace = SettlingPace(most: batch)
    var (waiting, portion) = (plan.waiting, plan.portion)
    for work in waiting { try await tellGroups(work, at: now) }
    while !waiting.isEmpty {
      try Task.checkCancellation()
      let (planned, rest, most) = (portion, waiting.dropFirst(portion.matches), pace.size)
      async let next = rest.isEmpty ? SettlingPortion() : self.plan(rest, after: planned.next, most: most)
      let began = ContinuousClock.now
      let count = try await host.storage.write { try await settle(planned, at: now, in: $0) }
      pace.took(ContinuousClock.now - began, for: count)
      for part in planned.through { settled[part.work.match.id] = part.work.key }
      liveBoards.forget()
      host.metrics.count("settlements", by: planned.matches, labels: [:])
      (waiting, portion) = (rest, try await next)
    }
  }

  /// Whether one of some matches can be settled and this host does not know yet that it is.
  func isBehind(_ matches: [Match], at now: Date) -> Bool { !decided(matches, at: now).isEmpty }

  /// Those of some matches that are to be settled, as far as this host knows.
  private func decided(_ matches: [Match], at now: Date) -> [Work] {
    let rules = self.rules.rules(of: matches, catalogue.reading)
    return matches.filter { !$0.isDoubtful }.compactMap { match in
      let (state, rule) = (match.view(at: now).state, rules[match.id])
      let key = scoring.key(match, state, rule)
      return key == settled[match.id] ? nil : Work(match: match, state: state, key: key, rule: rule)
    }
  }

  /// Looks up what the next transaction settles, while the one before it is at work.
  private func plan(_ works: ArraySlice<Work>, after account: String, most: Int) async throws -> SettlingPortion {
    try await host.storage.read { try await plan(works, after: account, most: most, in: $0) }
  }

  private func plan(
    _ works: ArraySlice<Work>, after account: String, most: Int, in transaction: any ReadTransaction
  ) async throws -> SettlingPortion {
    let predicted = try await PredictionStore.predicted(works.map(\.match.id), in: transaction)
    var (portion, room) = (SettlingPortion(next: account), most)
    for work in works where room > 0 {
      var part = SettlingPortion.Part(
        work: work, stretch: PredictionStretch(match: work.match.id, after: portion.next, through: nil), kinds: [],
        count: 0)
      if predicted.contains(work.match.id) {
        part = try await plan(work, after: portion.next, most: room, in: transaction)
      }
      portion.parts.append(part)
      portion.next = part.stretch.through ?? ""
      guard part.stretch.through == nil else { break }
      portion.matches += 1
      room -= part.count
    }
    return portion
  }

  /// Where thousands predict the same and nobody is told, predictions are settled by what they say; else one by one.
  private func plan(
    _ work: Work, after account: String, most: Int, in transaction: any ReadTransaction
  ) async throws -> SettlingPortion.Part {
    if !SettlementNews(work.match, from: work.before, to: work.key).isToldToPeople {
      let stretch = try await store.stretch(of: work.match.id, after: account, most: most, in: transaction)
      if let kinds = try await store.kinds(in: stretch, in: transaction) {
        return SettlingPortion.Part(
          work: work, stretch: stretch, kinds: kinds, count: kinds.reduce(0) { $0 + $1.count })
      }
    }
    let stretch = try await store.stretch(
      of: work.match.id, after: account, most: min(most, Self.page), in: transaction)
    return SettlingPortion.Part(
      work: work, stretch: stretch, kinds: nil, count: try await store.count(in: stretch, in: transaction))
  }

  /// So many predictions are settled one by one in one transaction, at most.
  private static let page = 2000

  /// Settles what was planned, as it is now.
  /// - Returns: how many predictions.
  private func settle(
    _ portion: SettlingPortion, at now: Date, in transaction: any Transaction
  ) async throws -> Int {
    let empty = portion.parts.filter(\.isEmpty).map(\.work.match.id)
    let predicted = try await PredictionStore.predicted(empty, in: transaction)
    let parts = portion.parts.filter { !$0.isEmpty || predicted.contains($0.work.match.id) }
    var (count, ranked) = (0, [:] as [String: [SettledPart]])
    for part in parts {
      let settled = try await settle(part, in: transaction)
      count += settled.predictions
      ranked[part.work.match.league.description, default: []].append(settled)
    }
    for (season, parts) in ranked.sorted(by: { $0.key < $1.key }) {
      try await rank(parts, season, at: now, in: transaction)
    }
    let through = portion.through.map(\.work)
    try await finish(through, in: transaction)
    let settled = Set(parts.map(\.work.match.id))
    for work in through where settled.contains(work.match.id) { try await Self.announce(work.match, in: transaction) }
    return count
  }

  /// Tells those who watch that all who have predicted a match have their points, or have them no longer: what the match itself looks like was
  /// told before.
  private static func announce(_ match: Match, in transaction: any Transaction) async throws {
    for topic in ["matches/\(match.id)", "leagues/\(match.league.league)"] {
      try await transaction.publish(topic, LiveEvent("settled", ["id": .string(match.id)]))
    }
  }

  private func settle(_ part: SettlingPortion.Part, in transaction: any Transaction) async throws -> SettledPart {
    let work = part.work
    if let kinds = part.kinds, !kinds.isEmpty {
      let outcome = try await outcome(of: kinds.map(\.example), work, in: transaction)
      var changed = 0
      for (outcome, kinds) in Dictionary(grouping: kinds, by: { outcome($0.example) }) {
        changed += try await store.settle(outcome, kinds, in: part.stretch, in: transaction)
      }
      // Else some have come since, or have gone.
      if try await store.count(in: part.stretch, in: transaction) == changed {
        return SettledPart(people: .within(part.stretch), predictions: changed)
      }
    }
    let page = try await store.page(in: part.stretch, in: transaction)
    try await settle(page, work, in: transaction)
    return SettledPart(people: .some(page.map(\.account)), predictions: page.count)
  }

  private func settle(_ page: [StoredPrediction], _ work: Work, in transaction: any Transaction) async throws {
    let outcome = try await outcome(of: page, work, in: transaction)
    for (outcome, predictions) in Dictionary(grouping: page, by: outcome) {
      try await store.settle(outcome, match: work.match.id, predictions, in: transaction)
    }
    let told = page.map {
      SettlementNews.Told(account: $0.account, before: $0.points, now: outcome($0).points)
    }
    try await SettlementNews(work.match, from: work.before, to: work.key).tell(told, in: transaction)
  }

  /// What predictions of a match come to in its league.
  func outcome(
    of page: [StoredPrediction], _ work: Work, in transaction: any Transaction
  ) async throws -> (StoredPrediction) -> SettledOutcome {
    if let rule = work.rule { return try await ruled(page, work, rule, in: transaction) }
    let outcomes = try outcomes(of: page, work.match, work.state)
    return { outcomes[$0.prediction] ?? .init(nil, fun: nil) }
  }

  /// What each distinct prediction comes to by the rule of the league, with and without joker.
  private func ruled(
    _ page: [StoredPrediction], _ work: Work, _ rule: RuleVersion, in transaction: any Transaction
  ) async throws -> (StoredPrediction) -> SettledOutcome {
    let crowd = rule.needsCrowd ? try await PredictionStore.crowd(work.match.id, in: transaction) : PredictionCrowd()
    let judge = LeagueMatch(work.match, state: work.state, rule, scoring.settlement, crowd: crowd)
    let reading = catalogue.reading
    var outcomes: [Bool: [Prediction: SettledOutcome]] = [:]
    for stored in page where outcomes[stored.hasJoker]?[stored.prediction] == nil {
      let named = reading.prediction(stored.prediction)
      let fun = scoring.funPoints(for: named, on: work.match, state: work.state)
      outcomes[stored.hasJoker, default: [:]][stored.prediction] =
        judge?.outcome(named, hasJoker: stored.hasJoker, fun: fun) ?? SettledOutcome(nil, fun: nil)
    }
    return { [outcomes] in outcomes[$0.hasJoker]?[$0.prediction] ?? SettledOutcome(nil, fun: nil) }
  }

  /// A match under the rule of its league; nil while it is pending, and where the points of the settings count.
  func leagueMatch(_ match: Match, state: MatchState) async throws -> LeagueMatch? {
    guard let rule = rules.rules(of: [match], catalogue.reading)[match.id] else { return nil }
    let crowd =
      rule.needsCrowd
      ? try await host.storage.read { try await PredictionStore.crowd(match.id, in: $0) } : PredictionCrowd()
    return LeagueMatch(match, state: state, rule, scoring.settlement, crowd: crowd)
  }

  /// What each distinct prediction comes to: thousands predict the same.
  private func outcomes(
    of page: [StoredPrediction], _ match: Match, _ state: MatchState
  ) throws -> [Prediction: SettledOutcome] {
    let reading = catalogue.reading
    var outcomes: [Prediction: SettledOutcome] = [:]
    for prediction in Set(page.map(\.prediction)) {
      let named = reading.prediction(prediction)
      outcomes[prediction] = SettledOutcome(
        try scoring.receipt(for: named, on: match, state: state),
        fun: scoring.funPoints(for: named, on: match, state: state))
    }
    return outcomes
  }

  private func finish(_ works: [Work], in transaction: any Transaction) async throws {
    let settled = works.map { work in
      (work.match.id, work.key.map { SettledAs(key: $0, facts: work.match.storedFacts) })
    }
    try await store.markSettled(Dictionary(settled, uniquingKeysWith: { $1 }), in: transaction)
    for work in works where work.key != nil {
      try await transaction.emit(Event(name: "match-settled", payload: ["match": .string(work.match.id)]))
    }
  }

  /// Writes a person's place on the league's board from the person's predictions.
  func rank(_ account: AccountID, _ season: String, at now: Date, in transaction: any Transaction) async throws {
    try await rank([(account, now)], season, in: transaction)
  }

  /// Writes the places of all whose predictions were settled.
  private func rank(
    _ parts: [SettledPart], _ season: String, at now: Date, in transaction: any Transaction
  ) async throws {
    let listed = Set(parts.flatMap(\.listed)).sorted { $0.text < $1.text }
    if !listed.isEmpty { try await rank(listed.map { ($0, now) }, season, in: transaction) }
    let stretches = parts.compactMap(\.stretch)
    guard !stretches.isEmpty else { return }
    try await transaction.submit(
      ScoreQuery(
        board: "league", query: PredictionStore.totals(in: stretches, season: season), achievedAt: now,
        partition: season, tieBreaks: ["exact", "correct"], details: ["predictions"]))
  }

  /// Writes the places of several people, each at an instant.
  func rank(
    _ people: [(account: AccountID, at: Date)], _ season: String, in transaction: any Transaction
  ) async throws {
    let totals = try await store.totals(of: people.map(\.account), season: season, in: transaction)
    for (account, now) in people {
      let total = totals[account] ?? SeasonTotal()
      try await transaction.submit(
        ScoreChange(
          board: "league", account: account, score: Int64(total.points), achievedAt: now,
          partitions: [season], tieBreaks: [Int64(total.exactScores), Int64(total.correctWins)],
          details: ["predictions": .integer(Int64(total.predictions))], isWithdrawal: total.predictions == 0))
    }
  }
}

/// What one transaction settles.
private struct SettlingPortion: Sendable {
  /// Predictions of a match that lie side by side.
  struct Part: Sendable {
    let work: Settler.Work
    let stretch: PredictionStretch
    /// What is predicted; nil where that is looked at one by one.
    let kinds: [PredictionKind]?
    /// How many predictions there are.
    let count: Int

    var isEmpty: Bool { kinds?.isEmpty == true }
  }

  var parts: [Part] = []
  /// So many matches are through then.
  var matches = 0
  /// Behind whom of the match behind them it goes on.
  var next = ""

  var through: ArraySlice<Part> { parts.prefix(matches) }
}

/// Predictions of a match that a transaction has settled.
private struct SettledPart {
  /// Whose they are.
  enum People {
    case some([AccountID])
    case within(PredictionStretch)
  }

  let people: People
  let predictions: Int

  var listed: [AccountID] { if case .some(let accounts) = people { accounts } else { [] } }
  var stretch: PredictionStretch? { if case .within(let stretch) = people { stretch } else { nil } }
}
