import FieldhouseHTTP
import FieldhouseStorage

extension HostCore {
  /// Carries the live events of a namespace to those who watch from now on, and clears old ones away.
  func publish(from storage: any NamespaceStorage, in area: String) async {
    let id = storage.namespace.id
    live.follow(LiveStorage(storage: storage), source: id, area: area)
    storage.onCommit { [live] effects in
      let topics = effects.lazy.compactMap { effect -> String? in
        if case .published(let topic) = effect { topic } else { nil }
      }
      live.published(id, topics: topics)
    }
    await liveUpkeep.attach(storage)
  }
}

/// The live events of a namespace.
private struct LiveStorage: LiveStore {
  let storage: any NamespaceStorage

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
