import Synchronization

/// What one client uses now. Counted on all event loops.
final class ClientUse: Sendable {
  let key: ClientKey
  /// Whether it is a trusted proxy, which stands for many clients: no share of connections applies to it.
  let isProxy: Bool
  let connections = Atomic(0)
  let reserved = Atomic(0)
  let requests = Atomic(0)
  let bodyBytes = Atomic(0)

  init(_ key: ClientKey, isProxy: Bool) {
    self.key = key
    self.isProxy = isProxy
  }
}

/// The clients that use anything now, each once.
final class ClientRegistry: Sendable {
  /// A proxy may ask for a client that counts by the same key as itself.
  private struct Place: Hashable {
    let key: ClientKey
    let isProxy: Bool
  }

  private struct Entry {
    let use: ClientUse
    var holders: Int
  }

  private let entries = Mutex<[Place: Entry]>([:])

  /// How many clients there are.
  var count: Int { entries.withLock { $0.count } }

  /// The use of a client; to be given back with ``release(_:)``.
  func hold(_ key: ClientKey, isProxy: Bool = false) -> ClientUse {
    let place = Place(key: key, isProxy: isProxy)
    return entries.withLock { entries in
      let use = entries[place]?.use ?? ClientUse(key, isProxy: isProxy)
      entries[place, default: Entry(use: use, holders: 0)].holders += 1
      return use
    }
  }

  func release(_ use: ClientUse) {
    let place = Place(key: use.key, isProxy: use.isProxy)
    entries.withLock { entries in
      guard let holders = entries[place]?.holders else { return }
      if holders == 1 { entries[place] = nil } else { entries[place]?.holders = holders - 1 }
    }
  }

  /// The client with the most connections, trusted proxies left out.
  var greediest: ClientUse? {
    entries.withLock { entries in
      entries.values.lazy.map(\.use).filter { !$0.isProxy }
        .max { $0.connections.load(ordering: .relaxed) < $1.connections.load(ordering: .relaxed) }
    }
  }
}
