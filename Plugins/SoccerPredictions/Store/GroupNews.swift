import FieldhouseKit
import Foundation

// What a corrected result does to points that only a group gives: by a rule of its own, or for a bonus question. A group's tables are worked out
// when somebody asks for them, so nothing is settled here; but who has other points now is told, unless the league tells the same person of the
// same match.
extension Settler {
  /// One transaction tells the members of so many groups.
  private static let groupsAtOnce = 20

  /// Tells the members of groups whose points there the correction of a settled match changes, and in the league not.
  /// - Throws: ``StorageError`` or ``RuleError``. Those who were told before it are told once, also when this is repeated.
  func tellGroups(_ work: Work, at now: Date) async throws {
    guard let before = work.before, let key = work.key, !SettlementNews.isRemoved(before),
      !SettlementNews.isRemoved(key)
    else { return }
    let season = work.match.league
    let (facts, groups) = try await host.storage.read { transaction in
      (
        try await PredictionStore.settledFacts(of: work.match.id, in: transaction),
        try await GroupLeagueStore.groupsWithOwnPoints(season: season.description, in: transaction)
      )
    }
    guard !groups.isEmpty,
      let old = facts.flatMap({ Match(id: work.match.id, season: season, storedFacts: $0) }),
      old.counts(at: now) != work.match.counts(at: now)
    else { return }
    let known = catalogue.reading.seasons[season]?.matches ?? []
    let correction = Correction(old, work.match, in: known, scoring.settlement, at: now)
    for part in groups.portions(of: Self.groupsAtOnce) {
      try Task.checkCancellation()
      try await host.storage.write { transaction in
        for group in part { try await tell(group, correction, work, key, in: transaction) }
      }
    }
  }

  private func tell(
    _ id: String, _ correction: Correction, _ work: Work, _ key: String, in transaction: any Transaction
  ) async throws {
    guard let group = try await transaction.groups.group(id),
      try await GroupLeagueStore().all(of: id, in: transaction).contains(work.match.league.league)
    else { return }
    let members = try await transaction.members(of: group)
    let changes = try await changes(of: members, in: id, correction, in: transaction)
    guard !changes.isEmpty else { return }
    let predictions = try await store.find(work.match.id, of: Array(changes.keys), in: transaction)
    let outcome = try await outcome(of: predictions, work, in: transaction)
    let told = Set(
      predictions.filter { $0.points != nil && $0.points != outcome($0).points }.map(\.account))
    let untold = changes.filter { !told.contains($0.key) }
    for (change, people) in Dictionary(grouping: untold.keys, by: { untold[$0] ?? .zero }) {
      try await transaction.notify(
        NotificationRequest(
          recipients: people.sorted { $0.text < $1.text }, kind: "points-changed", text: "groupPointsChanged",
          arguments: [
            "home": work.match.home.name, "away": work.match.away.name, "group": group.name, "change": change.signed,
          ], link: "/soccer-predictions/matches/\(work.match.id)",
          deduplicationKey: "\(work.match.id) \(key) \(id)"))
    }
  }

  /// By how much a correction changes what people have in a group; nothing for those for whom it does not.
  private func changes(
    of members: [AccountID], in group: String, _ correction: Correction, in transaction: any ReadTransaction
  ) async throws -> [AccountID: Worth] {
    let season = correction.match.league.description
    let versions = try await RuleStore.versions(of: .group(group), season: season, in: transaction)
    let (before, after) = (correction.counted(by: versions, .before), correction.counted(by: versions, .after))
    var entries: [RuleTable<AccountID>.Entry] = []
    if !before.isEmpty || !after.isEmpty {
      let isOne = before.count <= 1 && after.count <= 1
      let reading = catalogue.reading
      entries = try await store.entries(
        of: members, season: season, match: isOne ? correction.match.id : nil, in: transaction
      ).map { $0.naming(reading.prediction($0.prediction)) }
    }
    var changes = RuleTable(after, entries).merits.mapValues(\.points)
    for (person, merit) in RuleTable(before, entries).merits {
      changes[person] = (changes[person] ?? .zero) - merit.points
    }
    let questions = try await QuestionStore.all(of: group, season: season, in: transaction)
    let moved = questions.compactMap { question -> (BonusQuestion, was: Set<String>, now: Set<String>)? in
      let (was, now) = (correction.right(question, .before), correction.right(question, .after))
      return was == now ? nil : (question, was, now)
    }
    let answers = try await QuestionStore.answers(to: moved.map(\.0.id), in: transaction)
    for (question, was, now) in moved {
      for (person, answer) in answers[question.id] ?? [:] where members.contains(person) {
        if was.contains(answer) { changes[person] = (changes[person] ?? .zero) - question.points }
        if now.contains(answer) { changes[person] = (changes[person] ?? .zero) + question.points }
      }
    }
    return changes.filter { $0.value != .zero }
  }
}

/// A match that was settled, as it was then and as it is now, among the others of its season.
private struct Correction: Sendable {
  enum Moment: Hashable, Sendable { case before, after }

  let match: Match
  private let seasons: [Moment: [Match]]
  private let isOver: [Moment: Bool]
  private let usual: Settlement
  private let now: Date

  init(_ old: Match, _ match: Match, in season: [Match], _ usual: Settlement, at now: Date) {
    (self.match, self.usual, self.now) = (match, usual, now)
    let others = season.filter { $0.id != match.id }
    seasons = [.before: others + [old], .after: others + [match]]
    isOver = seasons.mapValues { matches in
      matches.allSatisfy { usual.verdict(on: $0, state: $0.view(at: now).state) != .pending }
    }
  }

  /// The match, where a group's rule counts it, and all others that its result may bring points with: those of a series or of a slam.
  func counted(by versions: RuleVersions, _ moment: Moment) -> [RuleTable<AccountID>.Counted] {
    let matches = seasons[moment] ?? []
    let rules = versions.rules(of: matches, SeasonPeriod.rounds(matches))
    return matches.compactMap { other in
      guard let version = rules[other.id],
        other.id == match.id || version.rule.series != nil || version.rule.slam != nil
      else { return nil }
      let settlement = Settlement(rule: usual.rule, basis: version.rule.basis ?? usual.basis, policy: usual.policy)
      let state = other.view(at: now).state
      guard settlement.verdict(on: other, state: state) != .pending else { return nil }
      return .init(
        match: other, facts: RuledMatch(other, state: state, settlement, crowd: .init()), version: version)
    }
  }

  /// What the data says is right; nothing while nobody knows, and where an admin has said it.
  func right(_ question: BonusQuestion, _ moment: Moment) -> Set<String> {
    guard question.answer == nil else { return [] }
    return question.right(seasons[moment] ?? [], isOver: isOver[moment] ?? false) ?? []
  }
}

extension Match {
  /// What points can depend on.
  fileprivate func counts(at now: Date) -> [String] {
    let scores = [score.halfTime, score.regularTime, score.afterExtraTime, score.penalties].map { $0?.text ?? "" }
    let goals = reliableGoals.map { $0.map { "\($0.minute) \($0.kind.rawValue) \(scorer(of: $0).text)" } }
    return [view(at: now).state.rawValue, round ?? "", "\(kickOff.timeIntervalSince1970)"] + scores + (goals ?? ["-"])
  }
}

extension RuleTable.Entry {
  /// The same with the scorers' lasting ids.
  fileprivate func naming(_ named: Prediction) -> Self {
    Self(
      person: person, match: match, prediction: named, hasJoker: hasJoker, createdAt: createdAt, league: league)
  }
}

extension Worth {
  /// "+2.5", "-3".
  fileprivate var signed: String {
    let text = hundredths.isMultiple(of: 100) ? "\(hundredths / 100)" : "\(number)"
    return hundredths > 0 ? "+\(text)" : text
  }
}

extension Transaction {
  /// The members of a group as they are in this transaction.
  func members(of group: Group) async throws -> [AccountID] {
    var (people, last): (Set<AccountID>, Grant?) = ([], nil)
    while true {
      let page = try await holders(in: group.scope, after: last, limit: 500)
      people.formUnion(page.map(\.account))
      guard page.count == 500 else { return people.sorted { $0.text < $1.text } }
      last = page.last
    }
  }
}
