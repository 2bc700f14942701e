import FieldhouseHTTP
import FieldhouseKit
import FieldhouseStorage

extension HostCore {
  /// Carries the live events of a namespace to those who watch from now on, and clears old ones away.
  /// - Parameter rights: those that topics of the namespace may need; nil when none does.
  func publish(from storage: any NamespaceStorage, in area: String, rights: PluginRights? = nil) async {
    let id = storage.namespace.id
    live.follow(LiveStorage(storage: storage, rights: rights), source: id, area: area)
    storage.onCommit { [live] effects in
      let topics = effects.lazy.compactMap { effect -> String? in
        if case .published(let topic) = effect { topic } else { nil }
      }
      live.published(id, topics: topics)
    }
    await liveUpkeep.attach(storage)
  }
}

/// The live events of a namespace, and its rights.
private struct LiveStorage: LiveStore {
  let storage: any NamespaceStorage
  let rights: PluginRights?

  func place() async throws -> LivePlace {
    let log = try await storage.liveLog()
    return LivePlace(epoch: log.epoch, number: log.last)
  }

  func events(after number: Int64, limit: Int) async throws -> StoredLiveEvents {
    StoredLiveEvents(try await storage.liveEvents(after: number, limit: limit))
  }

  func events(
    of topics: [String], after number: Int64, through last: Int64, limit: Int
  ) async throws -> StoredLiveEvents {
    StoredLiveEvents(try await storage.liveEvents(of: topics, after: number, through: last, limit: limit))
  }

  func rightsChanges(since mark: Int64?) async throws -> LiveRightsChanges {
    guard let rights else { return LiveRightsChanges(mark: 0) }
    let changes = try await storage.grantChanges(since: mark)
    for part in changes.parts { rights.forget(part: part) }
    return LiveRightsChanges(mark: changes.mark, parts: changes.parts)
  }

  func part(of account: AccountID) -> Int { GrantPart.of(account) }

  func renewRights() async throws { try await rights?.renew() }
}

extension StoredLiveEvents {
  fileprivate init(_ page: LivePage) {
    self.init(
      floor: page.floor,
      events: page.events.map {
        StoredLiveEvent(number: $0.number, topic: $0.topic, name: $0.name, payload: $0.payload)
      })
  }
}
