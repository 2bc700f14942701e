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
  static let inbox = PersonalHooks { change, transaction in
    switch (change.kind, change.other) {
    case (.erased, _): try await Inbox.erase(change.account, in: transaction)
    case (.merged, let other?): try await Inbox.merge(change.account, into: other, in: transaction)
    default: return
    }
  }

  /// What pages and messages to operators do.
  static let content = PersonalHooks { change, transaction in
    switch (change.kind, change.other) {
    case (.erased, _): try await Content.erase(change.account, in: transaction)
    case (.merged, let other?): try await Content.merge(change.account, into: other, in: transaction)
    default: return
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
