import FieldhouseCommunities
import FieldhouseContent
import FieldhouseKernel
import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseNotifications
import FieldhouseRuntime
import FieldhouseStorage
import FieldhouseSupervision
import Foundation

/// What is kept of a person beside accounts: the inbox, what was written to operators, and of each plugin its data, what the person may do there, and
/// the places on its boards.
struct PersonalExport: Sendable {
  /// How long a plugin may take.
  private static let patience = Duration.seconds(10)

  let inbox: Inbox
  let content: Content
  let engine: any StorageEngine
  let boards: Boards
  let language: String
  let plugins: [(plugin: RunningPlugin, storage: any NamespaceStorage)]

  /// The parts of the export. What could not be asked is named in `incomplete`, with why.
  /// - Throws: ``StorageError``.
  func parts(of account: AccountID) async throws -> [(name: String, content: JSON)] {
    var parts: JSONObject = [:]
    var incomplete = try await absent()
    for (plugin, storage) in plugins {
      let (data, reason) = await data(of: account, plugin, storage)
      if let reason { incomplete.append(["plugin": .string(plugin.id), "reason": .string(reason)]) }
      var part: JSONObject = [
        "data": data, "grants": try await grants(of: account, storage),
        "boards": try await entries(of: account, plugin.id, storage),
        "reminders": try await reminders(of: account, storage),
      ]
      if !plugin.checked.manifest.contributions.groups.isEmpty {
        part["groups"] = try await PluginGroups.export(account, from: StoredGroups(storage: storage))
      }
      if plugin.checked.manifest.contributions.hasCommunities {
        part["feeds"] = try await PluginGroups.exportFeeds(account, from: StoredGroups(storage: storage))
        part["moderation"] = try await PluginGroups.exportReports(account, from: StoredGroups(storage: storage))
      }
      parts[plugin.id] = .object(part)
    }
    return [
      ("notifications", try await inbox.export(account, language: language)),
      ("content", try await content.export(account)), ("plugins", .object(parts)),
      ("incomplete", .array(incomplete)),
    ]
  }

  private func data(
    of account: AccountID, _ plugin: RunningPlugin, _ storage: any NamespaceStorage
  ) async -> (JSON, String?) {
    let mark = PluginMark(plugin.id)
    let answer = await Bounded.attempt(Self.patience) {
      try await storage.read { transaction in
        let handling = mark.enter(.people)
        defer { handling.leave() }
        return try await OpenTransaction.run { try await plugin.plugin.export(account, from: transaction) }
      }
    }
    switch answer {
    case .success(let data): return (data ?? .null, nil)
    case .failure: return (.null, "The plugin could not tell what it keeps. Ask again later.")
    case nil: return (.null, "The plugin did not answer in time. Ask again later.")
    }
  }

  /// The plugins that keep something and do not run.
  private func absent() async throws -> [JSON] {
    let known = Set(plugins.map(\.plugin.id) + Namespace.ofHost.map(\.id))
    return try await engine.namespaces().filter { !known.contains($0) }.map {
      ["plugin": .string($0), "reason": "The plugin is switched off."]
    }
  }

  private func grants(of account: AccountID, _ storage: any NamespaceStorage) async throws -> JSON {
    .array(
      try await storage.grants(of: account).map {
        ["role": .string($0.role), "scope": .string($0.scope.description)]
      })
  }

  /// What the person was or is going to be reminded of, as far as it is kept.
  private func reminders(of account: AccountID, _ storage: any NamespaceStorage) async throws -> JSON {
    let size = 500
    var (all, place): ([JSON], ReminderPlace?) = ([], ReminderPlace(at: -1 << 60))
    while let after = place {
      let page = try await storage.reminders(of: account, at: .distantPast, after: after, limit: size)
      for kept in page {
        all.append(inbox.export(try UpcomingReminder(kept), of: storage.namespace.id, language: language))
      }
      place = page.count < size ? nil : page.last.map(ReminderPlace.init)
    }
    return .array(all)
  }

  private func entries(of account: AccountID, _ plugin: String, _ storage: any NamespaceStorage) async throws -> JSON {
    guard await boards.mayHold(account, of: plugin) else { return [] }
    return .array(
      try await storage.boardEntries(of: account).map { position, entry in
        [
          "board": .string(position.board), "season": .string(position.season),
          "partition": .string(position.partition), "score": .integer(entry.score),
          "tieBreaks": .array(entry.tieBreaks.map { .integer($0) }),
          "achievedAt": .string(RFC3339.string(from: entry.achievedAt) ?? ""),
          "details": try entry.detailsText.map { try JSON(parsing: $0) } ?? .null,
        ]
      })
  }
}
