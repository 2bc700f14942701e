public import FieldhouseKit
public import Foundation
import Synchronization

/// One part of the host as it was found.
public struct PartState: Sendable, Hashable {
  /// The part, e.g. a plugin's id or `storage/accounts`.
  public var part: String
  /// Whether the host serves nobody without it.
  public var isEssential: Bool
  /// Its state.
  public var health: Health
  /// What of its reason a plugin has said, in which there may be words of people.
  public var quotes: [String]

  /// A state.
  public init(_ part: String, _ health: Health, isEssential: Bool = false, quotes: [String] = []) {
    self.part = part
    self.health = health
    self.isEssential = isEssential
    self.quotes = quotes
  }
}

/// A look at one part of the host, or at some that belong together.
public struct HealthProbe: Sendable {
  /// What is looked at; names the part when a look never ends.
  public let name: String
  /// Whether the host serves nobody without it.
  public let isEssential: Bool
  let look: @Sendable () async -> [PartState]

  /// A look at several parts.
  public init(
    _ name: String, isEssential: Bool = false, parts look: @escaping @Sendable () async -> [PartState]
  ) {
    self.name = name
    self.isEssential = isEssential
    self.look = look
  }

  /// A look at one part.
  public init(_ name: String, isEssential: Bool = false, _ look: @escaping @Sendable () async -> Health) {
    self.init(name, isEssential: isEssential, parts: { [PartState(name, await look(), isEssential: isEssential)] })
  }
}

/// Looks at every part of the host again and again in the background and remembers what it found, so that whoever asks
/// waits for nothing.
public final class HealthWatch: Sendable {
  private struct Memory {
    var states: [PartState] = []
    /// Since when a look goes on that was not waited for.
    var hanging: Date?
  }

  private let probes: [HealthProbe]
  private let interval: Duration
  private let patience: Duration
  private let now: @Sendable () -> Date
  private let changed: @Sendable (PartHealth) -> Void
  private let memories: Mutex<[Memory]>
  private let since = Mutex<[String: PartHealth]>([:])

  /// - Parameters:
  ///   - interval: from the end of one look to the next.
  ///   - patience: how long a look may take before its part counts as hanging.
  ///   - now: the real time.
  ///   - changed: told of each part whose state has changed.
  public init(
    _ probes: [HealthProbe], interval: Duration = .seconds(5), patience: Duration = .seconds(4),
    now: @escaping @Sendable () -> Date = { Date() }, changed: @escaping @Sendable (PartHealth) -> Void = { _ in }
  ) {
    self.probes = probes
    self.interval = interval
    self.patience = patience
    self.now = now
    self.changed = changed
    memories = Mutex(probes.map { _ in Memory() })
  }

  /// Every part as it was found last, in the order of the probes.
  public var parts: [PartHealth] {
    let states = memories.withLock { $0.flatMap(\.states) }
    return since.withLock { since in states.compactMap { since[$0.part] } }
  }

  /// Works until the task is cancelled.
  public func run() async {
    while !Task.isCancelled {
      do { try await Task.sleep(for: interval) } catch { return }
      await look()
    }
  }

  /// Looks at everything once; takes no longer than the patience.
  public func look() async {
    await withTaskGroup(of: Void.self) { group in
      for index in probes.indices { group.addTask { await self.look(index) } }
    }
  }

  private func look(_ index: Int) async {
    let probe = probes[index]
    let isHanging = memories.withLock { $0[index].hanging != nil }
    guard !isHanging else { return noteHanging(index) }
    memories.withLock { $0[index].hanging = now() }
    let before = memories.withLock { $0[index].states }
    let isInTime: Void? = await Bounded.run(patience) { [self] in
      let states = await probe.look()
      memories.withLock { $0[index] = Memory(states: states) }
    }
    guard isInTime != nil else { return noteHanging(index) }
    let states = memories.withLock { $0[index].states }
    forget(before.map(\.part).filter { part in !states.contains { $0.part == part } })
    note(states)
  }

  /// What is there no more was the trouble with something, or is gone itself: it is fine, and new when it comes back.
  private func forget(_ parts: [String]) {
    for part in parts {
      guard let last = since.withLock({ $0.removeValue(forKey: part) }), last.health.state != .ok else { continue }
      changed(PartHealth(PartState(part, .ok, isEssential: last.isEssential), since: now()))
    }
  }

  private func noteHanging(_ index: Int) {
    let states = memories.withLock { memories -> [PartState] in
      guard let start = memories[index].hanging else { return memories[index].states }
      let known =
        memories[index].states.isEmpty
        ? [PartState(probes[index].name, .ok, isEssential: probes[index].isEssential)] : memories[index].states
      let seconds = Int(now().timeIntervalSince(start).rounded())
      memories[index].states = known.map { PartState($0.part, .hanging(seconds), isEssential: $0.isEssential) }
      return memories[index].states
    }
    note(states)
  }

  private func note(_ states: [PartState]) {
    for state in states {
      let isNew = since.withLock { since in
        let before = since[state.part]
        let isSame = before?.health.state == state.health.state
        since[state.part] = PartHealth(state, since: isSame ? before?.since ?? now() : now())
        return !isSame && (before != nil || state.health.state != .ok)
      }
      if isNew, let part = since.withLock({ $0[state.part] }) { changed(part) }
    }
  }
}

extension Health {
  /// That of a part that was looked at so many seconds ago and has not answered.
  public static func hanging(_ seconds: Int) -> Health {
    .down("It has not answered for \(seconds) s.", remedy: "Look what keeps it; it is asked again until it answers.")
  }
}
