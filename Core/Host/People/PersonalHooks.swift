import FieldhouseAccounts
import FieldhouseContent
import FieldhouseKit
import FieldhouseNotifications
import FieldhouseSupervision

/// What one namespace does, beside what the host does in each, when something happens to a person.
struct PersonalHooks: Sendable {
  /// Is told of a change in a transaction of the namespace.
  typealias Call = @Sendable (PersonChange, any Transaction) async throws -> Void

  private let call: Call

  init(_ call: @escaping Call) { self.call = call }

  /// Nothing.
  static let none = PersonalHooks { _, _ in }

  /// What the inbox does.
  static let inbox = PersonalHooks(
    erase: { try await Inbox.erase($0, in: $1) }, merge: { try await Inbox.merge($0, into: $1, in: $2) })

  /// What pages and messages to operators do.
  static let content = PersonalHooks(
    erase: { try await Content.erase($0, in: $1) }, merge: { try await Content.merge($0, into: $1, in: $2) })

  /// What a service does to which blocks mean nothing.
  private init(
    erase: @escaping @Sendable (AccountID, any Transaction) async throws -> Void,
    merge: @escaping @Sendable (AccountID, AccountID, any Transaction) async throws -> Void
  ) {
    call = { change, transaction in
      switch (change.kind, change.other) {
      case (.erased, _): try await erase(change.account, transaction)
      case (.merged, let other?): try await merge(change.account, other, transaction)
      default: return
      }
    }
  }

  /// What a plugin does; noted while it runs.
  init(_ plugin: any Plugin, _ mark: PluginMark) {
    call = { change, transaction in
      let handling = mark.enter(.people)
      defer { handling.leave() }
      try await OpenTransaction.run { try await Self.tell(plugin, change, in: transaction) }
    }
  }

  private static func tell(_ plugin: any Plugin, _ change: PersonChange, in transaction: any Transaction) async throws {
    switch (change.kind, change.other) {
    case (.erased, _): try await plugin.erase(change.account, in: transaction)
    case (.merged, let other?): try await plugin.merge(change.account, into: other, in: transaction)
    case (.blocked, let other?): try await plugin.blocked(change.account, by: other, in: transaction)
    case (.unblocked, let other?): try await plugin.unblocked(change.account, by: other, in: transaction)
    case (.merged, nil), (.blocked, nil), (.unblocked, nil): return
    }
  }

  /// Tells of a change.
  func callAsFunction(_ change: PersonChange, in transaction: any Transaction) async throws {
    try await call(change, transaction)
  }
}
