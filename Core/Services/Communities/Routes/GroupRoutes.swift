public import FieldhouseKit
internal import Foundation

/// The routes by which people found, find, join and manage the groups of a plugin. Mounted at `/v1/groups/<area>`.
public struct GroupRoutes: Sendable {
  let groups: PluginGroups
  let storage: any Storage
  let rows: any GroupRows
  let people: any Authentication
  let services: GroupServices
  let sees: FeedRoutes.Sees

  /// - Parameters:
  ///   - storage: the plugin's, whose transactions have ``PluginGroups/changes(_:)`` as their groups.
  ///   - rows: reads the same tables outside of transactions.
  ///   - sees: asks the plugin about its things that have feeds, outside of transactions.
  public init(
    _ groups: PluginGroups, storage: any Storage, rows: any GroupRows, people: any Authentication,
    services: GroupServices, sees: @escaping FeedRoutes.Sees
  ) {
    (self.groups, self.storage, self.rows, self.people) = (groups, storage, rows, people)
    (self.services, self.sees) = (services, sees)
  }

  /// Declares them.
  public func routes(_ routes: inout Routes) {
    readingRoutes(&routes)
    foundingRoutes(&routes)
    memberRoutes(&routes)
    admissionRoutes(&routes)
    banRoutes(&routes)
    chatRoutes(&routes)
    linkRoutes(&routes)
    transferRoutes(&routes)
    pictureRoutes(&routes)
    contactRoutes(&routes)
  }

  /// Declares the routes for who has a code, to be mounted at `/v1/group-codes/<area>`.
  public func codes(_ routes: inout Routes) { declareCodes(&routes) }

  /// Declares the route by which people join through a link, to be mounted at `/v1/group-links/<area>`.
  public func links(_ routes: inout Routes) { declareLinks(&routes) }

  /// Who sees and may do what, outside of transactions.
  func gate(_ call: Call) -> GroupGate { GroupGate(rules: groups.rules, rows: rows, now: call.now) }

  /// The groups of a transaction.
  static func ledger(_ transaction: any Transaction) throws -> GroupLedger {
    guard let ledger = transaction.groups as? GroupLedger else {
      throw Problem(status: 500, code: "groups-missing", detail: "This storage keeps no groups.")
    }
    return ledger
  }

  /// The groups of a transaction, and who sees and may do what there.
  static func open(_ transaction: any Transaction, _ call: Call) throws -> (ledger: GroupLedger, gate: GroupGate) {
    let ledger = try ledger(transaction)
    return (ledger, GroupGate(rules: ledger.rules, rows: ledger.tables, now: call.now))
  }

  /// Runs `body` in a transaction with a group in which somebody may do something.
  func change<Value: Sendable>(
    _ group: String, _ action: GroupAction, _ call: Call,
    _ body: @escaping @Sendable (GroupLedger, Group, Account) async throws -> Value
  ) async throws -> Value {
    return try await storage.write { transaction in
      let (ledger, gate) = try Self.open(transaction, call)
      let group = try await gate.demand(action, of: call.principal, in: group)
      return try await body(ledger, group, try call.account)
    }
  }

  /// Runs `body` in a transaction with a group that somebody may know of.
  func visit<Value: Sendable>(
    _ group: String, _ call: Call,
    _ body: @escaping @Sendable (GroupLedger, GroupGate.Standing, Account) async throws -> Value
  ) async throws -> Value {
    return try await storage.write { transaction in
      let (ledger, gate) = try Self.open(transaction, call)
      return try await body(ledger, try await gate.standing(of: call.principal, in: group), try call.account)
    }
  }

  /// A person who is there for the caller: one who has blocked the caller, or whom the caller has blocked, is not.
  /// - Throws: ``Problem`` 404 `person-unknown`.
  func person(_ account: AccountID, for call: Call) async throws -> Account {
    guard let person = try await people.account(account),
      try await !people.blocks(between: try call.account.id, and: account)
    else { throw Problem.notFound("person-unknown", "There is no such person.") }
    return person
  }

  /// A group as the caller sees it now.
  func view(_ group: String, _ call: Call) async throws -> GroupView {
    let standing = try await gate(call).standing(of: call.principal, in: group)
    guard let me = call.principal?.account.id else { return GroupView(standing.group) }
    let hasAsked = try await rows.hasAsked(me, for: group)
    return GroupView(standing.group, me: StandingView(standing, hasAsked: hasAsked))
  }

  static let unknown = [Problem.unknownGroup]
  static let guarded = [Problem.unknownGroup, Problem.forbidden()]
}
