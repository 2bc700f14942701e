internal import FieldhouseKit

/// Who has how many of a pool's connections, and who may have one more.
///
/// A namespace has three quarters of the places at most, so that one that needs very many at once leaves some to others.
/// Connections that are held for long, because somebody waits or sleeps in a transaction, leave their places to others, up
/// to half as many as there are places; of what there is then a quarter of the places is for those who hold none for long.
/// Whoever has none at all may always have one. The looks of upkeep at all namespaces (``StorageUpkeep``) share one.
struct PoolPlaces<Connection: AnyObject & Sendable>: Sendable {
  private struct Holding {
    let connection: Connection
    let namespace: String
    let since: UInt64
  }

  let largest: Int
  /// The connections there are or that are being opened, idle ones included.
  private(set) var count = 0
  private var held: [String: Int] = [:]
  private var holdings: [ObjectIdentifier: Holding] = [:]

  init(_ largest: Int) { self.largest = max(1, largest) }

  /// Stands for the namespaces in looks of upkeep; no schema is named so.
  static var upkeep: String { "*" }

  /// A transaction that lasts longer than this, in nanoseconds, takes long.
  static var long: UInt64 { 300_000_000 }

  /// Whether there are as many connections as there are to be while none is held for long.
  var isFull: Bool { count >= largest }

  /// The connections in use.
  var connections: [Connection] { holdings.values.map(\.connection) }

  /// Whether a namespace may have one more connection of those there are.
  func mayHold(_ namespace: String, at now: UInt64) -> Bool {
    let held = held[namespace] ?? 0
    guard namespace != Self.upkeep else { return held == 0 }
    guard held >= largest - reserve else { return true }
    return held < largest - reserve + left(by: longHeld(at: now, by: namespace))
  }

  /// Whether one more connection may be opened for a namespace.
  func mayOpen(for namespace: String, at now: UInt64) -> Bool {
    guard mayHold(namespace, at: now) else { return false }
    guard isFull, held[namespace] != nil else { return true }
    let isSlow = longHeld(at: now, by: namespace) > 0
    return count < largest + left(by: longHeld(at: now)) - (isSlow ? reserve : 0)
  }

  /// A connection is being opened for a namespace.
  mutating func open(for namespace: String) {
    count += 1
    hold(namespace)
  }

  /// It could not be opened.
  mutating func abandon(_ namespace: String) {
    count -= 1
    letGo(namespace)
  }

  /// A namespace is handed a connection that there is.
  mutating func hold(_ namespace: String) { held[namespace, default: 0] += 1 }

  /// From now on it uses a connection.
  mutating func note(_ connection: Connection, of namespace: String, at now: UInt64) {
    holdings[ObjectIdentifier(connection)] = Holding(connection: connection, namespace: namespace, since: now)
  }

  /// A connection comes back.
  /// - Returns: for which namespace it was held; nil when nobody held it.
  @discardableResult
  mutating func takeBack(_ connection: Connection) -> String? {
    guard let holding = holdings.removeValue(forKey: ObjectIdentifier(connection)) else { return nil }
    letGo(holding.namespace)
    return holding.namespace
  }

  /// So many connections are gone.
  mutating func close(_ number: Int) { count -= number }

  /// What a namespace holds, and for how long the longest in nanoseconds.
  func usage(of namespace: String, at now: UInt64) -> (count: Int, longest: UInt64) {
    let starts = holdings.values.lazy.filter { $0.namespace == namespace }.map(\.since)
    return (held[namespace] ?? 0, starts.min().map { now - min($0, now) } ?? 0)
  }

  /// Kept from those who have all that one may have.
  private var reserve: Int { largest / 4 }

  /// The places that connections leave to others that are held for long.
  private func left(by long: Int) -> Int { min(long, max(1, largest / 2)) }

  private func longHeld(at now: UInt64, by namespace: String? = nil) -> Int {
    holdings.values.count { $0.since &+ Self.long <= now && (namespace == nil || $0.namespace == namespace) }
  }

  private mutating func letGo(_ namespace: String) {
    guard let number = held[namespace] else { return }
    held[namespace] = number > 1 ? number - 1 : nil
  }
}
