public import FieldhouseKit
import Foundation

/// Fitness challenges: coaches define exercises, goals and teams; athletes join, write down what they did, and win trophies. It keeps
/// people's activities, about which other plugins ask.
public struct FitnessChallenges: Plugin {
  let host: PluginHost
  let settings: FitnessSettings

  /// - Throws: `DecodingError` for settings that the manifest does not describe.
  public init(host: PluginHost) throws {
    self.host = host
    settings = try host.settings.decode()
  }

  public func routes(_ routes: inout Routes) {
    roleRoutes(&routes)
    challengeRoutes(&routes)
    joiningRoutes(&routes)
    logRoutes(&routes)
    coachRoutes(&routes)
    recordRoutes(&routes)
    evidenceRoutes(&routes)
    photoRoutes(&routes)
    drawRoutes(&routes)
    waitingRoutes(&routes)
    templateRoutes(&routes)
    coverRoutes(&routes)
    organisationRoutes(&routes)
    proofRoutes(&routes)
    activityRoutes(&routes)
    routeConsentRoutes(&routes)
    importRoutes(&routes)
    deviceRoutes(&routes)
  }

  public func start() async throws {
    try await host.schedules.schedule("draw", due: host.clock.now) { due in try await drawDue(due) }
    try await host.schedules.schedule("imports", due: host.clock.now) { due in try await forgetImports(due) }
  }

  /// Whoever becomes a member of a challenge's group – by joining here, or by an invitation – takes part, and who leaves it withdraws, and
  /// makes room for who waits.
  public func groupChanged(_ change: GroupChange, in transaction: any Transaction) async throws {
    guard let account = change.account,
      let challenge = try await ChallengeStore.find(change.group.id, in: transaction), account != challenge.coach
    else { return }
    if change.kind == .joined {
      try await admit(account, to: challenge, in: transaction)
    } else if change.kind == .left {
      if let part = try await ParticipantStore.find(account, in: challenge.id, transaction), part.leftAt == nil {
        try await ParticipantStore.leave(part, at: host.clock.now, in: transaction)
        try await PeopleStore.publish(challenge.id, in: transaction)
      }
      try await fill(challenge, at: host.clock.now, in: transaction)
    }
  }

  private func admit(_ account: AccountID, to challenge: Challenge, in transaction: any Transaction) async throws {
    guard try await transaction.has("join-challenges", account, in: .host) else { throw Problem.athleteNeeded }
    let now = host.clock.now
    guard !challenge.isOver(at: now) else { throw Problem.challengeOver }
    if let organisation = challenge.organisation {
      let scope = Scope(Organisation.kind, organisation)
      guard try await transaction.has("join-with-everybody", account, in: scope) else {
        throw Problem.organisationNeeded
      }
    }
    try await WaitingList.remove(account, from: challenge.id, in: transaction)
    try await closeFormer(of: account, in: challenge, at: now, in: transaction)
    try await ParticipantStore.enter(account, challenge, at: now, in: transaction)
    try await PeopleStore.publish(challenge.id, in: transaction)
  }

  /// Takes the person from a former part whose days are over, where everybody begins on the day of joining and it is not passed: who
  /// comes back begins anew then, and within those days goes on as before. What is left of it are figures, as of a failure that
  /// somebody takes off the own record.
  private func closeFormer(
    of account: AccountID, in challenge: Challenge, at now: Date, in transaction: any Transaction
  ) async throws {
    guard challenge.start == nil, let part = try await ParticipantStore.find(account, in: challenge.id, transaction),
      now.milliseconds > part.closesAt.milliseconds
    else { return }
    let ending = try await ChallengeStore.ending(of: challenge, for: part, at: now, in: transaction)
    guard !ending.holds(part.holds, score: part.score, isClosed: true) else { return }
    for photo in try await ParticipantStore.anonymise(part, in: transaction) { try await host.media.remove(photo) }
  }

  public func erase(_ account: AccountID, in transaction: any Transaction) async throws {
    let left = try await ParticipantStore.all(of: account, in: transaction).map(\.challenge)
    for photo in try await PeopleStore.erase(account, at: host.clock.now, in: transaction) {
      try await host.media.remove(photo)
    }
    try await fill(left, in: transaction)
    try await ActivityPeople.erase(account, in: transaction)
  }

  public func merge(_ account: AccountID, into other: AccountID, in transaction: any Transaction) async throws {
    let left = try await ParticipantStore.all(of: account, in: transaction).map(\.challenge)
    for photo in try await PeopleStore.merge(account, into: other, at: host.clock.now, in: transaction) {
      try await host.media.remove(photo)
    }
    try await fill(left, in: transaction)
    try await ActivityPeople.merge(account, into: other, in: transaction)
  }

  private func fill(_ challenges: [String], in transaction: any Transaction) async throws {
    for challenge in try await ChallengeStore.challenges(challenges, in: transaction).values {
      try await fill(challenge, at: host.clock.now, in: transaction)
    }
  }

  public func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> JSON? {
    let challenges = try await PeopleStore.export(account, from: transaction)
    let activities = try await ActivityPeople.export(account, from: transaction)
    guard !activities.isEmpty else { return challenges }
    var all = challenges?.object ?? [:]
    for (name, part) in activities { all[name] = part }
    return .object(all)
  }
}

/// The library's entry point.
@c(fitness_challenges_plugin)
public func fitnessChallengesPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(FitnessChallenges.self) }
