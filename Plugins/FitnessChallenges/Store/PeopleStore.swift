import FieldhouseKit
import Foundation

/// What happens to people. The totals of a challenge and of a team stay, of whoever leaves without name and log.
enum PeopleStore {
  /// - Returns: the pictures that nothing names any longer.
  static func erase(_ account: AccountID, at now: Date, in transaction: any Transaction) async throws -> [String] {
    var photos: [String] = []
    for participant in try await ParticipantStore.all(of: account, in: transaction) {
      if participant.leftAt == nil { try await ParticipantStore.leave(participant, at: now, in: transaction) }
      photos += try await ParticipantStore.anonymise(participant, in: transaction)
      try await publish(participant.challenge, in: transaction)
    }
    try await transaction.execute("delete from coach_requests where account = \(account)")
    try await WaitingList.erase(account, in: transaction)
    return photos + (try await eraseCoach(account, in: transaction))
  }

  /// What a coach has made goes on without name, words and pictures, and without the coach's own place in its group.
  private static func eraseCoach(_ account: AccountID, in transaction: any Transaction) async throws -> [String] {
    let coached = try await transaction.query("select \(Challenge.columns) from challenges where coach = \(account)")
      .map(Challenge.init)
    let templates = try await TemplateStore.all(of: account, in: transaction)
    try await transaction.execute("delete from updates where challenge in (\(list: coached.map(\.id)))")
    try await transaction.execute(
      "update challenges set coach = null, about = '', is_listed = 0, cover = null where coach = \(account)")
    try await transaction.execute("delete from templates where coach = \(account)")
    for challenge in coached {
      guard let capacity = challenge.capacity, let group = try await transaction.groups.group(challenge.id),
        group.archivedAt == nil, group.members <= capacity
      else { continue }
      try await transaction.groups.edit(challenge.id, GroupEdit(capacity: capacity), by: nil)
    }
    return try await PictureNames.unnamed(
      coached.compactMap(\.cover) + templates.compactMap(\.cover), in: transaction)
  }

  /// Where both take part in the same, what `other` has counts.
  /// - Returns: the pictures that nothing names any longer.
  static func merge(
    _ account: AccountID, into other: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> [String] {
    var photos: [String] = []
    let kept = Set(try await ParticipantStore.all(of: other, in: transaction).map(\.challenge))
    for participant in try await ParticipantStore.all(of: account, in: transaction) {
      if kept.contains(participant.challenge) {
        if participant.leftAt == nil { try await ParticipantStore.leave(participant, at: now, in: transaction) }
        photos += try await ParticipantStore.anonymise(participant, in: transaction)
      } else {
        try await transaction.execute("update participants set account = \(other) where id = \(participant.id)")
      }
      try await publish(participant.challenge, in: transaction)
    }
    try await transaction.execute("update challenges set coach = \(other) where coach = \(account)")
    try await transaction.execute("update templates set coach = \(other) where coach = \(account)")
    try await WaitingList.merge(account, into: other, in: transaction)
    try await transaction.execute("delete from coach_requests where account = \(account)")
    return photos
  }

  /// Everything that is kept of somebody; nil for nothing.
  static func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> JSON? {
    let parts = try await ParticipantStore.all(of: account, in: transaction)
    let versions = try await LogStore.versions(of: parts.map(\.id), in: transaction)
    let evidence = try await EvidenceStore.all(of: parts.map(\.id), in: transaction)
    let led = try await ChallengeStore.led(by: account, in: transaction)
    let waits = try await WaitingList.all(of: account, in: transaction)
    let templates = try await TemplateStore.all(of: account, in: transaction)
    let asked = try await transaction.first("select asked_at from coach_requests where account = \(account)")
    guard !(parts.isEmpty && led.isEmpty && waits.isEmpty && templates.isEmpty && asked == nil) else { return nil }
    let updates = try await updates(of: led.map(\.id), from: transaction)
    let ids = parts.map(\.challenge)
    let challenges = try await ChallengeStore.challenges(ids, in: transaction)
    return [
      "participations": .array(
        parts.map { part($0, challenges[$0.challenge], versions[$0.id] ?? [], evidence[$0.id] ?? []) }),
      "challenges": .array(
        led.map {
          [
            "id": .string($0.id), "title": .string($0.title), "about": .string($0.about), "cover": text($0.cover),
            "updates": .array(updates[$0.id] ?? []),
          ]
        }),
      "askedToCoachAt": time(try asked?["asked_at"]),
      "waitsFor": .array(waits.map { ["challenge": .string($0.challenge), "askedAt": time($0.askedAt)] }),
      "templates": .array(
        templates.map {
          [
            "name": .string($0.name), "title": .string($0.pattern.title), "about": .string($0.pattern.about),
            "cover": text($0.cover), "madeAt": time($0.madeAt),
          ]
        }),
    ]
  }

  /// What the coach has told in some challenges, the first one first.
  private static func updates(
    of challenges: [String], from transaction: any ReadTransaction
  ) async throws -> [String: [JSON]] {
    var found: [String: [JSON]] = [:]
    for row in try await transaction.query(
      "select challenge, words, sent_at from updates where challenge in (\(list: challenges)) order by id")
    {
      found[try row["challenge"], default: []].append(
        ["text": .string(try row["words"]), "sentAt": time(try row["sent_at"])])
    }
    return found
  }

  private static func part(
    _ part: Participant, _ challenge: Challenge?, _ versions: [EntryVersion], _ evidence: [EntryEvidence]
  ) -> JSON {
    [
      "challenge": .string(part.challenge), "title": .string(challenge?.title ?? ""), "team": text(part.team),
      "joinedAt": time(part.joinedAt), "leftAt": time(part.leftAt), "points": .number(Double(part.score) / 1_000),
      "isMet": .bool(part.holds), "level": .integer(Int64(part.level)),
      "evidence": .array(
        evidence.map { one in
          [
            "day": .string(CivilDay.text(one.day)), "exercise": .string(one.exercise), "entry": .string(one.entry),
            "activity": text(one.activity), "photo": text(one.photo), "ruling": .string(one.ruling.rawValue),
            "reason": .string(one.reason), "appeal": .string(one.appeal),
          ]
        }),
      "entries": .array(
        versions.map { version in
          [
            "day": .string(CivilDay.text(version.day)), "exercise": .string(version.exercise),
            "entry": .string(version.entry), "saidAt": time(version.saidAt),
            "value": version.thousandths.map { .number(Double($0) / 1_000) } ?? .null,
          ]
        }),
    ]
  }

  private static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  private static func time(_ instant: Date?) -> JSON {
    instant.flatMap { RFC3339.string(from: $0) }.map { .string($0) } ?? .null
  }

  static func publish(_ challenge: String, in transaction: any Transaction) async throws {
    try await transaction.publish("challenges/\(challenge)", LiveEvent("challenge", [:]))
  }
}
