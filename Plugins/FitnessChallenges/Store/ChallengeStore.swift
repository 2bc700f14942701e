import FieldhouseKit
import Foundation

/// The challenges with their teams.
enum ChallengeStore {
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

  /// Listed challenges that somebody may join and that fit a search, the newest first.
  /// - Parameters:
  ///   - after: the last one of the page before; nil for the first page.
  ///   - organisations: of which the person is a member.
  static func listed(
    _ search: ChallengeSearch, after: ListPlace?, at now: Date, organisations: [String], limit: Int,
    in transaction: any ReadTransaction
  ) async throws -> [Challenge] {
    var found: [Challenge] = []
    var place = after
    while found.count < limit {
      let some = try await portion(search, place, now, organisations, transaction)
      found += some.filter { search.fits($0, at: now) }
      guard some.count == Self.portion, let last = some.last else { break }
      place = ListPlace(last)
    }
    return Array(found.prefix(limit))
  }

  /// So many challenges are looked at in one step.
  private static let portion = 200

  private static func portion(
    _ search: ChallengeSearch, _ after: ListPlace?, _ now: Date, _ organisations: [String],
    _ transaction: any ReadTransaction
  ) async throws -> [Challenge] {
    let rest: SQL =
      after.map { place -> SQL in
        "and made_at <= \(place.at) and (made_at < \(place.at) or id < \(place.id))"
      } ?? ""
    // What is over in every zone: those on Earth lie 26 hours apart.
    let today = TimeZone.gmt.day(of: now) - 1
    return try await transaction.query(
      """
      select \(Challenge.columns) from challenges
      where is_listed = 1 \(rest) and (start_day is null or start_day + length > \(today))
        and (organisation is null or organisation in (\(list: organisations))) \(search.conditions)
      order by made_at desc, id desc limit \(portion)
      """
    ).map(Challenge.init)
  }

  /// Makes a challenge with its group, its coach being the group's admin, and its first teams.
  static func make(_ draft: ChallengeDraft, at now: Date, in transaction: any Transaction) async throws -> Challenge {
    let group = try await transaction.groups.found(
      // Who leads it is in the group, too.
      GroupDraft(
        kind: Challenge.scopeKind, name: draft.title,
        capacity: draft.capacity.map { $0 + (draft.coach == nil ? 0 : 1) }), by: draft.coach)
    try await transaction.execute(
      """
      insert into challenges (id, coach, is_personal, kind, title, about, difficulty, zone, start_day, length,
        grace_hours, team_size, may_found, rules, is_listed, draw_seed, made_at, capacity, cover, organisation, draws_at)
      values (\(group.id), \(draft.coach), \(draft.isPersonal ? 1 : 0), \(draft.kind.rawValue), \(draft.title),
        \(draft.about), \(draft.difficulty), \(draft.zone.identifier), \(draft.start), \(draft.length),
        \(draft.graceHours), \(draft.teamSize), \(draft.mayFound ? 1 : 0), \(try JSONText.encode(draft.rules)),
        \(draft.isListed ? 1 : 0), \(Int64.random(in: 0...0x1F_FFFF_FFFF_FFFF)), \(now),
        \(draft.capacity), \(draft.cover), \(draft.organisation), \(draft.drawsAt))
      """)
    if draft.isListed {
      for word in SearchWords.of(draft.title + " " + draft.about) {
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
