import FieldhouseKit
import Foundation

// What the coach says of entries, and what athletes say against it.
extension FitnessChallenges {
  func evidenceRoutes(_ routes: inout Routes) {
    routes.get(
      "/challenges/{challenge}/athletes/{account}/entries", "What somebody has written down, the latest day first",
      access: .permission("lead-challenge", in: "challenge"), problems: [.challengeUnknown, .athleteUnknown]
    ) { (input: AthleteName, _) in
      Page(
        items: try await host.storage.read { transaction in
          try await entries(
            of: try await athlete(AccountID(input.account), in: input.challenge, transaction), in: transaction)
        })
    }
    routes.get(
      "/challenges/{challenge}/appeals", "The appeals that wait for an answer, the first one first",
      access: .permission("lead-challenge", in: "challenge")
    ) { (input: ChallengeName, _) in
      let found = try await host.storage.read { try await EvidenceStore.appeals(in: input.challenge, $0) }
      let people = try await host.authentication.accounts(found.map(\.account))
      return Page(
        items: found.compactMap { account, evidence in
          people[account].map { AppealOutput(person: PersonOutput($0), evidence) }
        })
    }
    routes.put(
      "/challenges/{challenge}/athletes/{account}/days/{day}/exercises/{exercise}/entries/{entry}/ruling",
      "Confirm or reject an entry, or say nothing of it any more; a rejected one does not count",
      access: .permission("lead-challenge", in: "challenge"),
      problems: [.challengeUnknown, .athleteUnknown, .entryUnknown]
    ) { (input: RulingInput, call, transaction) in
      try await rule(input, by: try call.account.id, at: call.now, in: transaction)
    }
    routes.put(
      "/challenges/{challenge}/days/{day}/exercises/{exercise}/entries/{entry}/appeal",
      "Say why the coach should count an entry of mine that is rejected, once for each rejection",
      access: .permission("take-part", in: "challenge"),
      problems: [.challengeUnknown, .participantUnknown, .entryUnknown, .notRejected, .appealedAlready]
    ) { (input: AppealInput, call, transaction) in
      try await appeal(input, by: try call.account, at: call.now, in: transaction)
      return NoContent()
    }
  }

  /// The part of somebody who takes part; whoever has withdrawn shows the coach nothing any more.
  private func athlete(
    _ account: AccountID, in challenge: String, _ transaction: any ReadTransaction
  ) async throws -> Participant {
    guard let part = try await ParticipantStore.find(account, in: challenge, transaction), part.leftAt == nil else {
      throw Problem.athleteUnknown
    }
    return part
  }

  /// An entry that is in force.
  /// - Throws: ``Problem`` 404 `entry-unknown`.
  func kept(
    _ exercise: String, _ day: String, _ entry: String, of part: Participant, in transaction: any ReadTransaction
  ) async throws -> KeptEntry {
    let day = CivilDay(day)?.daysSince1970
    let all = try await LogStore.kept(of: [part.id], in: transaction)[part.id] ?? []
    guard
      let found = all.first(where: {
        $0.version.exercise == exercise && $0.version.day == day && $0.version.entry == entry
      })
    else { throw Problem.entryUnknown }
    return found
  }

  private func rule(
    _ input: RulingInput, by coach: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> EntryOutput {
    let challenge = try await ChallengeStore.challenge(input.challenge, in: transaction)
    let part = try await athlete(AccountID(input.account), in: challenge.id, transaction)
    let entry = try await kept(input.exercise, input.day, input.entry, of: part, in: transaction)
    let reason = (input.reason ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    guard input.ruling != .rejected || !reason.isEmpty else {
      throw Problem.invalid("/reason", "required", "Say why the entry does not count: the athlete reads it.")
    }
    let version = entry.version
    var evidence = entry.evidence ?? EntryEvidence(exercise: version.exercise, day: version.day, entry: version.entry)
    (evidence.ruling, evidence.reason) = (input.ruling, input.ruling == .rejected ? reason : "")
    (evidence.ruledAt, evidence.ruledThousandths) = (now, version.thousandths ?? 0)
    (evidence.appeal, evidence.appealedAt) = ("", nil)
    try await EvidenceStore.put(evidence, of: part.id, in: transaction)
    let before = part.outcome(try await ChallengeStore.ending(of: challenge, in: transaction), at: now)
    _ = try await reckoned(part, challenge, before: before, at: now, in: transaction)
    if input.ruling == .rejected, let account = part.account {
      let name = challenge.rules.exercises.first { $0.id == version.exercise }?.name ?? version.exercise
      try await transaction.notify(
        NotificationRequest(
          recipients: [account], about: [coach], kind: "ruling", text: "entryRejected",
          arguments: ["challenge": challenge.title, "exercise": name, "reason": reason],
          link: "/fitness-challenges/challenges/\(challenge.id)",
          deduplicationKey: "\(challenge.id)/\(version.entry)/\(now.milliseconds)"))
    }
    return EntryOutput(KeptEntry(version: version, evidence: evidence), history: [])
  }

  private func appeal(
    _ input: AppealInput, by account: Account, at now: Date, in transaction: any Transaction
  ) async throws {
    let challenge = try await ChallengeStore.challenge(input.challenge, in: transaction)
    let part = try await ParticipantStore.participant(account.id, in: challenge.id, transaction)
    let entry = try await kept(input.exercise, input.day, input.entry, of: part, in: transaction)
    let text = input.text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { throw Problem.invalid("/text", "too-short", "An appeal has 1 to 500 characters.") }
    guard var evidence = entry.evidence, evidence.ruling == .rejected else { throw Problem.notRejected }
    guard !evidence.isAppealed else { throw Problem.appealedAlready }
    (evidence.appeal, evidence.appealedAt) = (text, now)
    try await EvidenceStore.put(evidence, of: part.id, in: transaction)
    try await PeopleStore.publish(challenge.id, in: transaction)
    guard let coach = challenge.coach else { return }
    try await transaction.notify(
      NotificationRequest(
        recipients: [coach], about: [account.id], kind: "appeal", text: "entryAppealed",
        arguments: ["challenge": challenge.title, "name": account.name],
        link: "/fitness-challenges/challenges/\(challenge.id)/athletes",
        deduplicationKey: "\(challenge.id)/\(part.id)/\(entry.version.entry)/\(now.milliseconds)"))
  }
}

struct AthleteName: RouteInput {
  var challenge: String
  var account: String
  static var schema: Schema { .object([("challenge", .id), ("account", .id)], required: ["challenge", "account"]) }
}

/// What the coach says of an entry.
struct RulingInput: RouteInput {
  var challenge: String
  var account: String
  /// Such as `2025-08-15`.
  var day: String
  var exercise: String
  var entry: String
  var ruling: EntryEvidence.Ruling
  /// Why it is rejected, which the athlete reads.
  var reason: String?

  static var schema: Schema {
    let reason = Schema.string(maxLength: 300).text(.lines)
    return .object(
      [
        ("challenge", .id), ("account", .id), ("day", .string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")),
        ("exercise", .string(minLength: 1, maxLength: 8)), ("entry", .id),
        ("ruling", .enumeration(EntryEvidence.Ruling.allCases.map { .string($0.rawValue) })),
        ("reason", .nullable(reason.withMessage("A reason has at most 300 characters."))),
      ], required: ["challenge", "account", "day", "exercise", "entry", "ruling"])
  }
}

/// What an athlete says against a rejection.
struct AppealInput: RouteInput {
  var challenge: String
  /// Such as `2025-08-15`.
  var day: String
  var exercise: String
  var entry: String
  var text: String

  static var schema: Schema {
    let text = Schema.string(minLength: 1, maxLength: 500).text(.lines)
    return .object(
      [
        ("challenge", .id), ("day", .string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")),
        ("exercise", .string(minLength: 1, maxLength: 8)), ("entry", .id),
        ("text", text.withMessage("An appeal has 1 to 500 characters.")),
      ], required: ["challenge", "day", "exercise", "entry", "text"])
  }
}

/// An appeal that waits for an answer.
struct AppealOutput: RouteOutput, Decodable {
  var person: PersonOutput
  var day: String
  var exercise: String
  var entry: String
  var reason: String
  var text: String

  init(person: PersonOutput, _ evidence: EntryEvidence) {
    (self.person, day) = (person, CivilDay.text(evidence.day))
    (exercise, entry, reason, text) = (evidence.exercise, evidence.entry, evidence.reason, evidence.appeal)
  }
}
