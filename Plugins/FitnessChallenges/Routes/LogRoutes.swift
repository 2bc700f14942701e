import FieldhouseKit
import Foundation

extension FitnessChallenges {
  func logRoutes(_ routes: inout Routes) {
    let log = SharedLog(host.storage) { said, transaction in try await write(said, in: transaction) }
    routes.put(
      "/challenges/{challenge}/days/{day}/exercises/{exercise}/entries/{entry}",
      "Write down what I did, or change it; the same once more changes nothing",
      access: .permission("take-part", in: "challenge"),
      problems: [
        .participantUnknown, .exerciseUnknown, .withdrawn, .dayFull, .activityUnknown, .activityUsed,
        .conflict("day-ahead", "2025-08-16 has not begun in Europe/Berlin."),
        .conflict(
          "day-closed",
          "Exercise can be logged within 24 hours: 2025-08-15 could be until 2025-08-17 00:00 (Europe/Berlin)."),
      ]
    ) { (input: EntryInput, call) in
      try await log.write(Said(input: input, account: try call.account.id, now: call.now))
    }
    routes.get(
      "/challenges/{challenge}/entries", "What I have written down, the latest day first",
      access: .permission("take-part", in: "challenge"), problems: [.participantUnknown]
    ) { (input: ChallengeName, call) in
      let account = try call.account.id
      return Page(
        items: try await host.storage.read { transaction in
          let part = try await ParticipantStore.participant(account, in: input.challenge, transaction)
          return try await entries(of: part, in: transaction)
        })
    }
  }

  /// The entries that are in force, with what each was before.
  func entries(of part: Participant, in transaction: any ReadTransaction) async throws -> [EntryOutput] {
    let versions = try await LogStore.versions(of: part.id, in: transaction)
    let evidence = try await EvidenceStore.all(of: [part.id], in: transaction)[part.id] ?? []
    return KeptEntry.of(versions, evidence).reversed().map { kept in
      let current = kept.version
      let same = versions.filter {
        $0.day == current.day && $0.exercise == current.exercise && $0.entry == current.entry
      }
      return EntryOutput(kept, history: same.filter { $0 != current })
    }
  }

  /// Keeps what one person says.
  func write(_ said: Said, in transaction: any Transaction) async throws -> EntryAnswer {
    let (input, account, now) = (said.input, said.account, said.now)
    let (part, challenge) = try await ParticipantStore.both(account, in: input.challenge, transaction)
    guard part.leftAt == nil else { throw Problem.withdrawn }
    let version = try version(of: input, part, challenge, now: now)
    let outcome = part.outcome(
      try await ChallengeStore.ending(of: challenge, for: part, at: now, in: transaction), at: now)
    let before = try await LogStore.before(version, of: part, in: transaction)
    let change = try await LogStore.add(version, of: part.id, before, in: transaction)
    if version.thousandths != nil, let activity = input.activity {
      try await show(version, by: activity, of: part, account, challenge, in: transaction)
      return try await reckoned(part, challenge, before: outcome, at: now, in: transaction)
    }
    guard change != .none else {
      return EntryAnswer(me: try await participation(part, challenge, at: now, in: transaction), hasJustPassed: false)
    }
    if part.isShown { try await letGo(version, of: part, account, challenge, in: transaction) }
    let after = try await LogStore.reckon(change, to: version, before, of: part, challenge, at: now, in: transaction)
    return try await answer(after, challenge, before: outcome, at: now, in: transaction)
  }

  /// Where somebody stands after the log, or what shows it, has changed.
  func reckoned(
    _ part: Participant, _ challenge: Challenge, before: Outcome, at now: Date, in transaction: any Transaction
  ) async throws -> EntryAnswer {
    let after = try await LogStore.reckon(part, challenge, at: now, in: transaction)
    return try await answer(after, challenge, before: before, at: now, in: transaction)
  }

  private func answer(
    _ part: Participant, _ challenge: Challenge, before: Outcome, at now: Date, in transaction: any Transaction
  ) async throws -> EntryAnswer {
    try await PeopleStore.publish(challenge.id, in: transaction)
    // Where everybody has a goal together, this entry has moved it.
    let moved =
      challenge.rules.groupGoal == nil
      ? challenge : try await ChallengeStore.challenge(challenge.id, in: transaction)
    return EntryAnswer(try await participation(part, moved, at: now, in: transaction), before: before)
  }

  /// What is to be kept of an entry.
  /// - Throws: ``Problem`` 404 for an exercise that there is not; 409 and 422 for a day that cannot be written down; 422 for a
  ///   value that the exercise cannot have.
  func version(
    of input: EntryInput, _ part: Participant, _ challenge: Challenge, now: Date
  ) throws -> EntryVersion {
    guard let exercise = challenge.rules.exercises.first(where: { $0.id == input.exercise }) else {
      throw Problem.exerciseUnknown
    }
    guard let day = CivilDay(input.day)?.daysSince1970 else {
      throw Problem.invalid("/day", "day-malformed", "Write the day such as 2025-08-15.")
    }
    if let value = input.value, let objection = exercise.measure.objection(to: value) {
      throw Problem.invalid("/value", "value-impossible", objection)
    }
    let period = challenge.period(from: part.start)
    let saidAt = try instant(of: input.saidAt, now: now)
    if let objection = period.objection(to: day, at: saidAt) { throw Problem.refused(objection, day: day, period) }
    return EntryVersion(
      exercise: exercise.id, day: day, entry: input.entry, saidAt: saidAt,
      thousandths: input.value.map { Int64(($0 * 1_000).rounded()) }, cameAt: now)
  }

  /// When something was entered. What a device has kept without a connection counts with its own time for as long as the host's
  /// setting says; what comes later counts with the time at which it comes, and so does what comes from the future.
  private func instant(of said: Date?, now: Date) throws -> Date {
    guard let said, said < now, now.timeIntervalSince(said) <= Double(settings.offlineHours) * 3_600 else { return now }
    return Date(timeIntervalSince1970: Double(said.milliseconds) / 1_000)
  }
}

/// What somebody did.
struct EntryInput: RouteInput {
  var challenge: String
  /// Such as `2025-08-15`, in the challenge's time zone.
  var day: String
  var exercise: String
  /// Chosen by the device once, such as a UUID; the same changes what was entered.
  var entry: String
  /// In the unit of the exercise, durations in minutes, done as 1; null takes the entry back.
  var value: Double?
  /// When it was entered, by the device's clock; now unless given.
  var saidAt: Date?
  /// One of my activities that shows it; what was shown before stays unless given.
  var activity: String?

  static var schema: Schema {
    .object(
      [
        ("challenge", .id), ("day", .string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")),
        ("exercise", .string(minLength: 1, maxLength: 8)), ("entry", .id),
        ("value", .nullable(.number(-1_000_000...1_000_000_000).withMessage("Enter a number."))),
        ("saidAt", .nullable(.string(format: .dateTime))), ("activity", .nullable(.id)),
      ], required: ["challenge", "day", "exercise", "entry", "value"])
  }
}

/// That an entry was kept, and where I stand with it.
struct EntryAnswer: RouteOutput, Decodable {
  var me: ParticipationOutput
  /// Whether this entry completes the challenge.
  var hasJustPassed: Bool
}

extension EntryAnswer {
  /// - Parameter before: how it stood before the entry.
  init(_ me: ParticipationOutput, before: Outcome) {
    self.init(me: me, hasJustPassed: me.outcome == .passed && before != .passed)
  }
}

struct EntryOutput: RouteOutput, Decodable {
  /// One saying of it.
  struct Said: RouteOutput, Decodable {
    /// Nil where the entry was taken back.
    var value: Double?
    var saidAt: Date
  }

  var entry: String
  var day: String
  var exercise: String
  var value: Double
  /// When it was entered, by the device's clock.
  var saidAt: Date
  /// When it came, where it had waited for a connection.
  var cameAt: Date
  /// What it was before, the newest first.
  var history: [Said]
  /// How well it is shown.
  var evidence: Activity.Evidence
  /// The address of the picture that shows it.
  var photo: String?
  /// What the coach says of it: a rejected one does not count.
  var ruling: EntryEvidence.Ruling
  /// Why it is rejected; empty otherwise.
  var reason: String
  /// What was said against the rejection; empty otherwise.
  var appeal: String
  /// Whether the coach has not answered that yet.
  var isAppealed: Bool

  init(_ kept: KeptEntry, history: [EntryVersion]) {
    let (version, shown) = (kept.version, kept.evidence)
    (evidence, photo) = (kept.level, shown?.photo.map { "/v1/media/\($0)" })
    (ruling, reason) = (shown?.ruling ?? .none, shown?.reason ?? "")
    (appeal, isAppealed) = (shown?.appeal ?? "", shown?.isAppealed ?? false)
    (entry, day, exercise) = (version.entry, CivilDay.text(version.day), version.exercise)
    (value, saidAt, cameAt) = ((version.thousandths ?? 0).units, version.saidAt, version.cameAt)
    self.history = history.sorted { $0.saidAt > $1.saidAt }.map {
      Said(value: $0.thousandths?.units, saidAt: $0.saidAt)
    }
  }
}
