import FieldhouseKit
import Foundation

/// Follows what becomes of clubs and groups in the platform.
enum Membership {
  static func follow(_ change: GroupChange, at now: Date, in transaction: any Transaction) async throws {
    let group = change.group
    try await ClubStore.put(group, in: transaction)
    switch (group.kind, change.kind) {
    case (Club.kind, .founded), (Club.kind, .edited), (Club.kind, .restored):
      try await StandingStore.enter(group.id, country: group.country ?? "", at: now, in: transaction)
    case (Crew.kind, .founded), (Crew.kind, .restored):
      if let club = group.parent { try await StandingStore.enter(crew: group.id, of: club, at: now, in: transaction) }
    case (_, .archived): try await StandingStore.withdraw(group, at: now, in: transaction)
    case (_, .joined): try await joined(change, at: now, in: transaction)
    case (_, .left): try await left(change, at: now, in: transaction)
    default: break
    }
  }

  private static func joined(_ change: GroupChange, at now: Date, in transaction: any Transaction) async throws {
    guard let account = change.account else { return }
    let group = change.group
    if group.kind == Club.kind {
      try await WalkerStore.place(account, club: group.id, crew: nil, at: now, in: transaction)
      if let association = group.parent { try await transaction.groups.add(account, to: association, by: nil) }
    } else if group.kind == Crew.kind {
      try await WalkerStore.place(account, club: group.parent, crew: group.id, at: now, in: transaction)
    }
  }

  /// What was walked stays with the club and the group for which it was walked. Who leaves a club leaves its association, too.
  private static func left(_ change: GroupChange, at now: Date, in transaction: any Transaction) async throws {
    guard let account = change.account, let walker = try await WalkerStore.find(account, in: transaction) else {
      return
    }
    let group = change.group
    if group.kind == Club.kind, walker.club == group.id {
      try await WalkerStore.place(account, club: nil, crew: nil, at: now, in: transaction)
      if let association = group.parent { try await leave(association, account, in: transaction) }
    } else if group.kind == Crew.kind, walker.crew == group.id {
      try await WalkerStore.place(account, club: walker.club, crew: nil, at: now, in: transaction)
    }
  }

  /// Ends a membership of an association that came with a club: its messages are for the people of its clubs. Whoever has a task in
  /// it stays.
  static func leave(_ association: String, _ account: AccountID, in transaction: any Transaction) async throws {
    guard let group = try await transaction.groups.group(association), group.archivedAt == nil,
      let membership = try await transaction.groups.membership(of: account, in: association),
      membership.roles == [member]
    else { return }
    try await transaction.groups.remove(account, from: association, successor: nil, by: nil)
  }

  /// The role that everybody has in an association.
  private static let member = "fan"
}
