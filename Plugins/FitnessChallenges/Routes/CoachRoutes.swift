import FieldhouseKit
import Foundation

extension FitnessChallenges {
  func coachRoutes(_ routes: inout Routes) {
    routes.get("/me/led", "The challenges that I lead, the newest first", access: .account) { (_: NoInput, call) in
      let coach = try call.account
      let led = try await host.storage.read { try await ChallengeStore.led(by: coach.id, in: $0) }
      return Page(
        items: led.map { ChallengeOutput($0, coach: coach, viewer: coach.id, me: nil, at: call.now) })
    }
    routes.get(
      "/challenges/{challenge}/athletes", "Who takes part, how they stand, and who is about to fail",
      access: .permission("lead-challenge", in: "challenge"), problems: [.challengeUnknown]
    ) { (input: AthletesInput, call) in try await athletes(input, at: call.now) }
    routes.get(
      "/challenges/{challenge}/totals", "How many take part, have passed, failed and withdrawn, nobody by name",
      access: .permission("lead-challenge", in: "challenge"), problems: [.challengeUnknown]
    ) { (input: ChallengeName, call) in
      let now = call.now
      return try await host.storage.read { try await totals(of: input.challenge, at: now, in: $0) }
    }
    routes.post(
      "/challenges/{challenge}/updates", "Tell those who have accepted the challenge something, on their phones too",
      access: .permission("lead-challenge", in: "challenge"), problems: [.challengeUnknown]
    ) { (input: UpdateInput, call, transaction) in
      try await tell(input, by: try call.account, at: call.now, in: transaction)
    }
    routes.get(
      "/challenges/{challenge}/updates", "What the coach has told, the newest first",
      access: .permission("follow-challenge", in: "challenge")
    ) { (input: ChallengeName, _) in
      let rows = try await host.storage.read {
        try await $0.query(
          "select id, words, sent_at from updates where challenge = \(input.challenge) order by id desc limit 50")
      }
      return Page(
        items: try rows.map { UpdateOutput(id: try $0["id"], text: try $0["words"], sentAt: try $0["sent_at"]) })
    }
  }

  /// So many people are told in one step, however many take part.
  static let portion = 1_000

  private func tell(
    _ input: UpdateInput, by coach: Account, at now: Date, in transaction: any Transaction
  ) async throws -> SentOutput {
    let challenge = try await ChallengeStore.challenge(input.challenge, in: transaction)
    let text = input.text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { throw Problem.invalid("/text", "too-short", "An update has 1 to 500 characters.") }
    let id: Int = try await transaction.query(
      "insert into updates (challenge, words, sent_at) values (\(challenge.id), \(text), \(now)) returning id")[0]["id"]
    var (told, place) = (0, 0)
    while let (people, last) = try await ParticipantStore.active(
      in: challenge.id, after: place, limit: Self.portion, transaction)
    {
      (told, place) = (told + people.count, last)
      guard !people.isEmpty else { continue }
      try await transaction.notify(
        NotificationRequest(
          recipients: people, about: [coach.id], kind: "update", text: "updateSaid",
          arguments: ["challenge": challenge.title, "text": text],
          link: "/fitness-challenges/challenges/\(challenge.id)", deduplicationKey: "\(challenge.id)/\(id)"))
    }
    try await PeopleStore.publish(challenge.id, in: transaction)
    return SentOutput(id: id, people: told)
  }

  private func athletes(_ input: AthletesInput, at now: Date) async throws -> Page<AthleteOutput> {
    let limit = input.limit ?? 50
    let (challenge, ending, parts, kept, teams) = try await host.storage.read { transaction in
      let challenge = try await ChallengeStore.challenge(input.challenge, in: transaction)
      let parts = try await ParticipantStore.page(
        of: challenge.id, after: input.after ?? 0, limit: limit, in: transaction)
      let teams = challenge.kind == .team ? try await TeamStore.teams(of: challenge.id, in: transaction) : []
      let ending = try await ChallengeStore.ending(of: challenge, in: transaction)
      return (challenge, ending, parts, try await LogStore.kept(of: parts.map(\.id), in: transaction), teams)
    }
    let people = try await host.authentication.accounts(parts.compactMap(\.account))
    let names = Dictionary(teams.map { ($0.id, $0.name) }, uniquingKeysWith: { one, _ in one })
    let plan = challenge.plan
    let items = parts.compactMap { part -> AthleteOutput? in
      guard let person = part.account.flatMap({ people[$0] }) else { return nil }
      let outcome = part.outcome(ending, at: now)
      let foretells = outcome == .running && [.threshold, .milestones].contains(plan.mode)
      return AthleteOutput(
        person: PersonOutput(person), outcome: outcome, points: part.score.units,
        team: part.team.flatMap { names[$0] }, joinedAt: part.joinedAt, loggedAt: part.loggedAt,
        outlook: foretells ? outlook(of: part, kept[part.id] ?? [], challenge, plan, at: now) : nil)
    }
    let shown = input.onlyAtRisk == true ? items.filter { ($0.outlook ?? .onTrack) != .onTrack } : items
    return Page(items: shown, next: parts.count == limit ? parts.last.map { "\($0.id)" } : nil)
  }

  private func outlook(
    of part: Participant, _ kept: [KeptEntry], _ challenge: Challenge, _ plan: Plan, at now: Date
  ) -> Outlook {
    let period = challenge.period(from: part.start)
    let values = KeptEntry.values(kept, from: part.start)
    let today = challenge.zone.day(of: now) - part.start
    let open = period.open(at: now).last.map { $0 - part.start } ?? max(0, today)
    return Outlook(values, plan, length: challenge.length, today: today, open: open)
  }

  private func totals(
    of id: String, at now: Date, in transaction: any ReadTransaction
  ) async throws -> TotalsOutput {
    let challenge = try await ChallengeStore.challenge(id, in: transaction)
    let ending = try await ChallengeStore.ending(of: challenge, in: transaction)
    // People are counted by what decides, so that very many are told quickly.
    let rows = try await transaction.query(
      """
      select has_left, holds, is_closed, wins, count(*) as people, cast(sum(score) as bigint) as points from (
        select case when left_at is null then 0 else 1 end as has_left, holds, score,
          case when closes_at < \(now) then 1 else 0 end as is_closed,
          case when score > 0 and score >= \(ending.line ?? .max) then 1 else 0 end as wins
        from participants where challenge = \(challenge.id)) as everybody
      group by has_left, holds, is_closed, wins
      """)
    var totals = TotalsOutput()
    for row in rows {
      let (isClosed, hasLeft): (Bool, Bool) = (try row["is_closed"] != 0, try row["has_left"] != 0)
      let wins: Bool = try row["wins"] != 0
      let holds = ending.holds(try row["holds"] != 0, score: wins ? ending.line ?? 0 : 0, isClosed: isClosed)
      let outcome = Outcome(holds: holds, isRising: ending.isRising, isClosed: isClosed, hasLeft: hasLeft)
      totals.count(outcome, try row["people"], try row["points"])
    }
    return totals
  }
}

struct AthletesInput: RouteInput {
  var challenge: String
  /// Whether only those who are about to fail are listed.
  var onlyAtRisk: Bool?
  var after: Int?
  var limit: Int?

  static var schema: Schema {
    .object(
      [
        ("challenge", .id), ("onlyAtRisk", .boolean), ("after", .integer(0...Int64.max)), ("limit", .integer(1...100)),
      ], required: ["challenge"])
  }
}

/// Somebody who takes part, as the coach sees. How the person is reached is told by the challenge's group, to those who agree to it.
struct AthleteOutput: RouteOutput, Decodable {
  var person: PersonOutput
  var outcome: Outcome
  var points: Double
  var team: String?
  var joinedAt: Date
  /// When something was written down last.
  var loggedAt: Date?
  /// How it will go on, while it goes on.
  var outlook: Outlook?
}

/// The figures of a challenge, with those who have left or removed a failure, who have no name.
struct TotalsOutput: RouteOutput, Decodable {
  var running = 0
  var passed = 0
  var failed = 0
  var withdrawn = 0
  var points = 0.0

  mutating func count(_ outcome: Outcome, _ people: Int, _ score: Int64) {
    switch outcome {
    case .running: running += people
    case .passed: passed += people
    case .failed: failed += people
    case .withdrawn: withdrawn += people
    }
    points += score.units
  }
}

struct UpdateInput: RouteInput {
  var challenge: String
  var text: String

  static var schema: Schema {
    let text = Schema.string(minLength: 1, maxLength: 500).text(.lines)
    return .object(
      [("challenge", .id), ("text", text.withMessage("An update has 1 to 500 characters."))],
      required: ["challenge", "text"])
  }
}

/// That an update was sent.
struct SentOutput: RouteOutput, Decodable {
  var id: Int
  /// To how many.
  var people: Int
}

struct UpdateOutput: RouteOutput, Decodable {
  var id: Int
  var text: String
  var sentAt: Date
}
