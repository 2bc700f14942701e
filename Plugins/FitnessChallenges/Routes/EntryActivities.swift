import FieldhouseKit

// Activities that show entries.
extension FitnessChallenges {
  /// Notes the activity that shows an entry, as it counts after a saying; one that is taken back is shown by nothing.
  /// - Throws: ``Problem`` 404 `activity-unknown`; 409 `activity-used`; 422 for one of another day, or one that shows less.
  func show(
    _ version: EntryVersion, by id: String, of part: Participant, _ account: AccountID, _ challenge: Challenge,
    in transaction: any Transaction
  ) async throws {
    let activity = try await ActivityStore.activity(id, of: account, in: transaction)
    guard let current = try await LogStore.current(version, of: part.id, in: transaction) else { return }
    if let objection = objection(to: current, by: activity, challenge) {
      throw Problem.invalid("/activity", "activity-shows-less", objection)
    }
    var evidence = try await EvidenceStore.find(
      version.exercise, version.day, version.entry, of: part.id, in: transaction)
    guard try await !EvidenceStore.isUsed(id, besides: evidence, of: part.id, in: transaction) else {
      throw Problem.activityUsed
    }
    (evidence.activity, evidence.shown) = (id, activity.suspect.isEmpty ? activity.evidence : .said)
    try await EvidenceStore.put(evidence, of: part.id, in: transaction)
  }

  /// Lets go of what shows an entry no longer after a saying: where it is taken back, or says more than its activity shows.
  func letGo(
    _ version: EntryVersion, of part: Participant, _ account: AccountID, _ challenge: Challenge,
    in transaction: any Transaction
  ) async throws {
    guard let current = try await LogStore.current(version, of: part.id, in: transaction) else {
      for photo in try await EvidenceStore.release(version, of: part.id, in: transaction) {
        try await host.media.remove(photo)
      }
      return
    }
    var evidence = try await EvidenceStore.find(
      version.exercise, version.day, version.entry, of: part.id, in: transaction)
    guard let id = evidence.activity else { return }
    // Of one that is removed nobody can tell what it would show.
    if let activity = try await ActivityStore.find(id, of: account, in: transaction),
      objection(to: current, by: activity, challenge) == nil
    {
      return
    }
    (evidence.activity, evidence.shown) = (nil, .said)
    try await EvidenceStore.put(evidence, of: part.id, in: transaction)
  }

  /// Why an activity does not show an entry; nil when it does.
  private func objection(to version: EntryVersion, by activity: Activity, _ challenge: Challenge) -> String? {
    let exercise = challenge.rules.exercises.first { $0.id == version.exercise }
    return activity.objection(
      toShowing: version.thousandths ?? 0, of: exercise?.measure ?? .decimal, unit: exercise?.unit ?? "",
      on: version.day, in: challenge.zone)
  }
}
