import FieldhouseKit
import Foundation

/// Reckons days anew of which something has changed. What was done is asked for outside of transactions; what follows from it for
/// some people is committed together.
final class Reckoner: Sendable {
  /// So many people are asked about at once.
  private static let portion = 32

  private let host: PluginHost

  init(host: PluginHost) { self.host = host }

  /// - Returns: when to look again; nil when nothing is left.
  func step() async throws -> Date? {
    while true {
      let now = host.clock.now
      let due = try await host.storage.read { try await DirtyStore.due(at: now, limit: Self.portion, in: $0) }
      if due.isEmpty { break }
      try await reckon(due, at: now)
    }
    return try await host.storage.read { try await DirtyStore.next(in: $0) }
  }

  private func reckon(_ due: [Dirty], at now: Date) async throws {
    let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
      for dirty in due { group.addTask { [host] in try await Inquest(host: host, dirty: dirty, now: now).outcome() } }
      var all: [Outcome] = []
      for try await outcome in group { all.append(outcome) }
      return all.sorted { $0.dirty.account.text < $1.dirty.account.text }
    }
    try await host.storage.write { transaction in
      for outcome in outcomes { try await outcome.keep(at: now, in: transaction) }
    }
  }
}

/// What came of asking about somebody.
struct Outcome: Sendable {
  let dirty: Dirty
  /// Whether nobody has answered, and it is to be tried again.
  var isOpen = false
  var sessions: [Session] = []
  /// Where the person was, by the span that was asked about.
  var marks: [(span: Range<Int64>, club: String, marks: Set<Companions.Mark>)] = []

  /// Commits it, and has the days closed, or closed anew.
  func keep(at now: Date, in transaction: any Transaction) async throws {
    guard !isOpen else { return try await DirtyStore.putOff(dirty, at: now, in: transaction) }
    guard try await WalkerStore.find(dirty.account, in: transaction) != nil else {
      return try await DirtyStore.done(dirty, in: transaction)
    }
    try await SessionStore.put(sessions, in: transaction)
    for (span, club, marks) in marks {
      try await PresenceStore.replace(marks, of: dirty.account, club: club, in: span, transaction)
    }
    for session in sessions {
      try await ClosingStore.add(session.club, day: session.day, endsAt: session.endsAt, at: now, in: transaction)
    }
    try await DirtyStore.done(dirty, in: transaction)
    try await transaction.publish("me/\(dirty.account)", LiveEvent("days"))
  }
}
