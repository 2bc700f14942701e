import FieldhouseAccounts
import FieldhouseKit
import FieldhouseSupervision
import Foundation
import Synchronization

/// The hooks of a plugin, which are there once it is made.
final class LateHooks: Sendable {
  private struct Hooks {
    let people: PersonalHooks
    let plugin: any Plugin
  }

  private let hooks = Mutex<Hooks?>(nil)
  private let mark: PluginMark

  init(_ mark: PluginMark) { self.mark = mark }

  func set(_ people: PersonalHooks, _ plugin: any Plugin) {
    hooks.withLock { $0 = Hooks(people: people, plugin: plugin) }
  }

  func callAsFunction(_ change: PersonChange, in transaction: any Transaction) async throws {
    try await hooks.withLock { $0 }?.people(change, in: transaction)
  }

  func callAsFunction(_ change: GroupChange, in transaction: any Transaction) async throws {
    guard let hooks = hooks.withLock({ $0 }) else { return }
    let handling = mark.enter(.people)
    defer { handling.leave() }
    try await OpenTransaction.run { try await hooks.plugin.groupChanged(change, in: transaction) }
  }
}

/// The events of a plugin, which bring nobody back: what a subscription writes because of an event that names somebody who
/// has left is erased in the same transaction, and what it writes of somebody who was merged becomes the other's.
struct SiftedEvents: Events {
  let events: any Events
  let accounts: Accounts
  let hooks: LateHooks

  func subscribe(_ name: String, _ body: @escaping @Sendable (Event, any Transaction) async throws -> Void) async throws
  {
    try await events.subscribe(name) { [accounts, hooks] event, transaction in
      let named = event.payload.texts.filter(Accounts.isID).map { AccountID($0) }
      let departed = named.isEmpty ? [:] : try await accounts.departed(Set(named))
      guard !departed.isEmpty else { return try await body(event, transaction) }
      try await body(event, SiftedTransaction(base: transaction, departed: departed))
      for (account, other) in departed.sorted(by: { $0.key.text < $1.key.text }) {
        let kind: PersonChange.Kind = other == nil ? .erased : .merged
        try await hooks(PersonChange(sequence: 0, kind: kind, account: account, other: other), in: transaction)
      }
    }
  }
}

/// A transaction in which those who are no more get no scores and roles; what was for an account that was merged goes to
/// the one it is part of.
struct SiftedTransaction: Transaction {
  let base: any Transaction
  let departed: [AccountID: AccountID?]

  private func present(_ account: AccountID) -> AccountID? { departed[account] ?? account }

  func query(_ sql: SQL) async throws -> [Row] { try await base.query(sql) }

  func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws {
    try await base.forEach(sql, body)
  }

  func execute(_ sql: SQL) async throws -> Int { try await base.execute(sql) }

  func submit(_ score: ScoreChange) async throws {
    guard let account = present(score.account) else { return }
    var score = score
    score.account = account
    try await base.submit(score)
  }

  func notify(_ notification: NotificationRequest) async throws { try await base.notify(notification) }
  func emit(_ event: Event) async throws { try await base.emit(event) }
  func publish(_ topic: String, _ event: LiveEvent) async throws { try await base.publish(topic, event) }
  func reviewWatchers(of topic: String) async throws { try await base.reviewWatchers(of: topic) }

  func grant(_ role: String, to account: AccountID, in scope: Scope) async throws -> Bool {
    guard let account = present(account) else { return false }
    return try await base.grant(role, to: account, in: scope)
  }

  func revoke(_ role: String, from account: AccountID, in scope: Scope) async throws -> Bool {
    guard let account = present(account) else { return false }
    return try await base.revoke(role, from: account, in: scope)
  }

  func revokeAll(in scope: Scope) async throws -> Int { try await base.revokeAll(in: scope) }

  func has(_ permission: String, _ account: AccountID, in scope: Scope) async throws -> Bool {
    guard let account = present(account) else { return false }
    return try await base.has(permission, account, in: scope)
  }

  func holders(in scope: Scope, after: Grant?, limit: Int) async throws -> [Grant] {
    try await base.holders(in: scope, after: after, limit: limit)
  }

  var groups: any GroupChanges { SiftedGroups(base: base.groups, departed: departed) }
  var reminders: any ReminderChanges { SiftedReminders(base: base.reminders, departed: departed) }
}

/// Reminders of which those who are no more get none.
private struct SiftedReminders: ReminderChanges {
  let base: any ReminderChanges
  let departed: [AccountID: AccountID?]

  private func present(_ accounts: [AccountID]) -> [AccountID] { accounts.compactMap { departed[$0] ?? $0 } }

  func set(_ reminder: Reminder) async throws {
    // What names somebody who has left is told to nobody.
    guard present(reminder.about).count == reminder.about.count else { return }
    var reminder = reminder
    (reminder.recipients, reminder.about) = (present(reminder.recipients), present(reminder.about))
    try await base.set(reminder)
  }

  func move(_ thing: String, kind: String?, to instant: Date) async throws -> Int {
    try await base.move(thing, kind: kind, to: instant)
  }

  func cancel(_ thing: String, kind: String?, of recipients: [AccountID]?) async throws -> Int {
    try await base.cancel(thing, kind: kind, of: recipients.map(present))
  }
}

/// Groups in which those who are no more become no members.
private struct SiftedGroups: GroupChanges {
  let base: any GroupChanges
  let departed: [AccountID: AccountID?]

  private func present(_ account: AccountID?) -> AccountID? { account.flatMap { departed[$0] ?? $0 } }

  func found(_ draft: GroupDraft, by founder: AccountID?) async throws -> Group {
    try await base.found(draft, by: present(founder))
  }

  func group(_ id: String) async throws -> Group? { try await base.group(id) }

  func membership(of account: AccountID, in group: String) async throws -> GroupMember? {
    guard let account = present(account) else { return nil }
    return try await base.membership(of: account, in: group)
  }

  func edit(_ group: String, _ edit: GroupEdit, by account: AccountID?) async throws -> Group {
    try await base.edit(group, edit, by: present(account))
  }

  func add(_ account: AccountID, to group: String, by inviter: AccountID?) async throws -> Bool {
    guard let account = present(account) else { return false }
    return try await base.add(account, to: group, by: present(inviter))
  }

  func remove(
    _ account: AccountID, from group: String, successor: AccountID?, by actor: AccountID?
  ) async throws -> Bool {
    guard let account = present(account) else { return false }
    return try await base.remove(account, from: group, successor: present(successor), by: present(actor))
  }

  func appoint(_ role: String, _ account: AccountID, in group: String, by actor: AccountID?) async throws -> Bool {
    guard let account = present(account) else { return false }
    return try await base.appoint(role, account, in: group, by: present(actor))
  }

  func dismiss(_ role: String, _ account: AccountID, in group: String, by actor: AccountID?) async throws -> Bool {
    guard let account = present(account) else { return false }
    return try await base.dismiss(role, account, in: group, by: present(actor))
  }

  func archive(_ group: String, by actor: AccountID?) async throws -> Bool {
    try await base.archive(group, by: present(actor))
  }
}

extension JSON {
  /// Every text in it, names of members among them.
  var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let items): items.flatMap(\.texts)
    case .object(let object): object.flatMap { [$0.key] + $0.value.texts }
    default: []
    }
  }
}
