internal import FieldhouseKit

extension Inbox {
  /// What a person wants to be told of. Kinds that nobody declares at the moment, such as those of a plugin that is switched
  /// off, are kept and not shown.
  func settings(of account: AccountID) async throws -> NotificationSettings {
    var settings = try await storage.read { try await SettingsStore.settings(of: account, in: $0) }
    settings.kindsOff.removeAll { kinds.kind(id: $0) == nil }
    return settings
  }

  /// - Throws: ``Problem`` 422 for a kind that nobody declares, a zone that there is not, hours that end as they begin.
  func save(_ settings: NotificationSettings, of account: AccountID) async throws -> NotificationSettings {
    var seen: Set<String> = []
    var settings = settings
    let mistakes = settings.kindsOff.enumerated().compactMap(unknown) + (settings.quietHours?.mistakes ?? [])
    guard mistakes.isEmpty else { throw Problem.invalid(mistakes) }
    settings.kindsOff = settings.kindsOff.filter { seen.insert($0).inserted }
    let wanted = settings
    try await storage.write { [kinds] transaction in
      let before = try await SettingsStore.settings(of: account, in: transaction).kindsOff
      var kept = wanted
      kept.kindsOff += before.filter { kinds.kind(id: $0) == nil }
      try await SettingsStore.save(kept, of: account, in: transaction)
    }
    return wanted
  }

  private func unknown(_ index: Int, _ id: String) -> Problem.Field? {
    guard kinds.kind(id: id) == nil else { return nil }
    let known = kinds.groups.flatMap(\.kinds).map(\.id)
    let hint = closestMatch(to: id, in: known).map { " Did you mean '\($0)'?" } ?? ""
    return Problem.Field(
      pointer: "/kindsOff/\(index)", code: "kind-unknown",
      detail: "There is no kind of notifications '\(id)'.\(hint) /v1/me/notification-kinds lists them.")
  }
}
