internal import FieldhouseKit
internal import Foundation

struct RoleInput: RouteInput {
  let id: String
  let role: String
  let scope: String?

  var held: HeldRole { HeldRole(role: role, scope: scope ?? "") }

  static var schema: Schema {
    .object(
      [
        ("id", .string(minLength: 1, maxLength: 64)), ("role", .string(minLength: 1, maxLength: 100)),
        ("scope", .string(maxLength: 200)),
      ], required: ["id", "role"])
  }
}

struct GrantView: RouteOutput, Codable {
  let role: String
  let scope: String

  init(_ held: HeldRole) { (role, scope) = (held.role, held.scope) }
}

struct AuditInput: RouteInput {
  let limit: Int?
  let before: Int64?

  static var schema: Schema { .object([("limit", .integer(1...100)), ("before", .integer(1...Int64.max))]) }
}

struct AuditPage: RouteOutput, Decodable {
  let items: [AuditEntry]
  /// The first entry that is not as it was written; null when the trail is whole.
  let firstBroken: Int64?
}

/// The routes for what operators do with accounts.
struct AdministrationRoutes: RouteGroup {
  let context: AccountsContext
  let directory: Directory
  let administration: Administration

  func declare(_ routes: inout Routes) {
    routes.get("/people/{id}/roles", "The roles of a person", access: .operators) { [self] (input: IDInput, _) in
      let account = AccountID(input.id)
      let own = try await directory.member(account)?.grants ?? []
      return Page(items: (own + (try await administration.pluginRoles(of: account))).map(GrantView.init))
    }
    routes.put(
      "/people/{id}/roles/{role}", "Give a person a role", access: .operators,
      problems: [Administration.unknownRole, Relations.unknownPerson]
    ) {
      [self] (input: RoleInput, call) in
      try await administration.give(input.held, to: AccountID(input.id), by: call.actor)
      return NoContent()
    }
    routes.delete(
      "/people/{id}/roles/{role}", "Take a role from a person", access: .operators,
      problems: [Administration.roleNotHeld, SuperAdmins.last]
    ) {
      [self] (input: RoleInput, call) in
      try await administration.take(input.held, from: AccountID(input.id), by: call.actor)
      return NoContent()
    }
    oversightRoutes(&routes)
  }

  private func oversightRoutes(_ routes: inout Routes) {
    routes.put(
      "/people/{id}/disabled", "Shut an account", access: .operators,
      problems: [Relations.unknownPerson, SuperAdmins.last]
    ) { [self] (input: IDInput, call) in
      try await administration.setDisabled(true, AccountID(input.id), by: call.actor)
      return NoContent()
    }
    routes.delete("/people/{id}/disabled", "Open an account again", access: .operators) {
      [self] (input: IDInput, call) in
      try await administration.setDisabled(false, AccountID(input.id), by: call.actor)
      return NoContent()
    }
    routes.get("/audit", "Who did what to whom", access: .operators) { [self] (input: AuditInput, _) in
      let log = AuditLog(context: context)
      return try await context.storage.read { transaction in
        AuditPage(
          items: try await log.list(before: input.before, limit: input.limit ?? 50, in: transaction),
          firstBroken: try await log.firstBroken(in: transaction))
      }
    }
  }
}

extension Call {
  /// Who acts, for the audit trail.
  var actor: String { principal?.account.id.text ?? "operator" }
}
