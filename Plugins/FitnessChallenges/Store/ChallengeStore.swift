import FieldhouseKit
import Foundation

/// The challenges with their teams.
enum ChallengeStore {
  /// How many challenges a search looks at for a page.
  static let mostSearched = 500

  /// A challenge; nil when there is none.
  static func find(_ id: String, in transaction: any ReadTransaction) async throws -> Challenge? {
    try await transaction.first("select \(Challenge.columns) from challenges where id = \(id)").map(Challenge.init)
  }

  /// - Throws: ``Problem`` 404 `challenge-unknown`.
  static func challenge(_ id: String, in transaction: any ReadTransaction) async throws -> Challenge {
    guard let challenge = try await find(id, in: transaction) else { throw Problem.challengeUnknown }
    return challenge
  }

  static func challenges(_ ids: [String], in transaction: any ReadTransaction) async throws -> [String: Challenge] {
    let rows = try await transaction.query("select \(Challenge.columns) from challenges where id in (\(list: ids))")
    return Dictionary(try rows.map { try Challenge($0) }.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
  }

  /// What decides how a challenge ends for somebody.
  /// - Parameter part: nobody has won where the most points do as long as something can be written down.
  static func ending(
    of challenge: Challenge, for part: Participant?, at now: Date, in transaction: any ReadTransaction
  ) async throws -> Ending {
    guard let part, now.milliseconds > part.closesAt.milliseconds else { return challenge.openEnding }
    return try await ending(of: challenge, in: transaction)
  }

  /// What decides how a challenge ends for those who take part.
  static func ending(of challenge: Challenge, in transaction: any ReadTransaction) async throws -> Ending {
    var ending = challenge.openEnding
    guard ending.mode == .leaderboard else { return ending }
    let places = challenge.rules.winners ?? 3
    ending.line = try await transaction.query(
      """
      select score from participants where challenge = \(challenge.id) and left_at is null and score > 0
      order by score desc limit \(places)
      """
    ).last.map { try $0["score"] }
    return ending
  }

  static func endings(
    of challenges: some Collection<Challenge> & Sendable, in transaction: any ReadTransaction
  ) async throws -> [String: Ending] {
    var found: [String: Ending] = [:]
    for challenge in challenges { found[challenge.id] = try await ending(of: challenge, in: transaction) }
    return found
  }

  /// The challenges of a coach, the newest first; 200 at most.
  static func led(by coach: AccountID, in transaction: any ReadTransaction) async throws -> [Challenge] {
    try await transaction.query(
      "select \(Challenge.columns) from challenges where coach = \(coach) order by made_at desc limit 200"
    ).map(Challenge.init)
  }

  /// Listed challenges that were made before an instant, the newest first.
  static func listed(before: Date, in transaction: any ReadTransaction) async throws -> [Challenge] {
    try await transaction.query(
      """
      select \(Challenge.columns) from challenges where is_listed = 1 and made_at < \(before)
      order by made_at desc limit \(mostSearched)
      """
    ).map(Challenge.init)
  }

  /// Listed challenges that have a word which begins so, in title or description; the newest first.
  static func listed(word: String, before: Date, in transaction: any ReadTransaction) async throws -> [Challenge] {
    let ids: [String] = try await transaction.query(
      """
      select challenge from challenge_words where word >= \(word) and word < \(word + "\u{10FFFD}")
      order by word limit \(mostSearched)
      """
    ).map { try $0[0] }
    return try await challenges(Array(Set(ids)), in: transaction).values
      .filter { $0.isListed && $0.madeAt < before }.sorted { ($0.madeAt, $0.id) > ($1.madeAt, $1.id) }
  }

  /// Makes a challenge with its group, its coach being the group's admin, and its first teams.
  static func make(_ draft: ChallengeDraft, at now: Date, in transaction: any Transaction) async throws -> Challenge {
    let group = try await transaction.groups.found(
      GroupDraft(kind: Challenge.scopeKind, name: draft.title), by: draft.coach)
    try await transaction.execute(
      """
      insert into challenges (id, coach, is_personal, kind, title, about, difficulty, zone, start_day, length,
        grace_hours, team_size, may_found, rules, is_listed, draw_seed, made_at)
      values (\(group.id), \(draft.coach), \(draft.isPersonal ? 1 : 0), \(draft.kind.rawValue), \(draft.title),
        \(draft.about), \(draft.difficulty), \(draft.zone.identifier), \(draft.start), \(draft.length),
        \(draft.graceHours), \(draft.teamSize), \(draft.mayFound ? 1 : 0), \(try JSONText.encode(draft.rules)),
        \(draft.isListed ? 1 : 0), \(Int64.random(in: 0...0x1F_FFFF_FFFF_FFFF)), \(now))
      """)
    if draft.isListed {
      for word in SearchWords.of(draft.title + " " + draft.about).prefix(60) {
        try await transaction.execute(
          "insert into challenge_words (word, challenge) values (\(word), \(group.id)) on conflict do nothing")
      }
    }
    for number in 0..<draft.teams {
      try await TeamStore.add("\(number + 1)", to: group.id, place: number + 1, in: transaction)
    }
    return try await challenge(group.id, in: transaction)
  }
}

extension Challenge {
  /// What decides how it ends for those who can still write something down.
  var openEnding: Ending {
    var ending = Ending(mode: plan.mode, isRising: plan.isRising)
    ending.isGroupMet = rules.groupGoal.map { groupScore >= $0 } ?? false
    return ending
  }
}

/// The words by which challenges are found.
enum SearchWords {
  /// The words of a text, in small letters without accents, each once, at most 40 characters of each.
  static func of(_ text: String) -> [String] {
    var words: [String] = []
    for part in text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).split(whereSeparator: {
      !$0.isLetter && !$0.isNumber
    }) {
      let word = String(part.prefix(40))
      if !words.contains(word) { words.append(word) }
    }
    return words
  }
}
