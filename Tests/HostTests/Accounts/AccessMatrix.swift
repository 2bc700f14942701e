import FieldhouseKit
import Foundation
import Testing

/// A route of a running host, as its own description declares it.
struct DeclaredRoute: Sendable {
  let method: String
  let path: String
  /// `everyone`, `guest`, `account`, `permission …` or `operator`; nil when the route declares nothing.
  let access: String?

  var name: String { "\(method) \(path)" }
  /// The names of the path parameters.
  var parameters: [String] { path.matches(of: /\{(\w+)\}/).map { String($0.1) } }
  /// Whether the caller's own things are meant, so that nobody else's can be named.
  var isAboutMe: Bool { path.hasPrefix("/v1/me/") || path.hasPrefix("/v1/auth/sessions") }

  /// The path with every parameter filled in.
  func filled(_ values: [String: String]) -> String {
    path.replacing(/\{(\w+)\}/) { values[String($0.1)] ?? "unknown" }
  }

  /// All routes of a host.
  static func all(of host: RunningHost) async throws -> [DeclaredRoute] {
    let paths = try #require(try await host.get("/openapi.json")["paths"]?.object)
    return paths.flatMap { path, operations in
      (operations.object ?? [:]).map { method, operation in
        DeclaredRoute(method: method.uppercased(), path: path, access: operation["x-access"]?.string)
      }
    }
  }
}

/// Somebody with a role, who calls every route.
struct Caller: Sendable {
  let name: String
  /// Nil for nobody.
  let token: String?
  let kind: Kind

  enum Kind: Sendable, Equatable {
    case nobody, guest
    /// An account that holds these roles, with the second factor shown or not.
    case account(roles: Set<String>, isStrong: Bool)
    case operatorToken
  }

  /// What a route must answer to this caller's wish to enter: nil to let it in, else the problem's code.
  func refusal(by access: String) -> String? {
    switch (access, kind) {
    case ("everyone", _), (_, .operatorToken): return nil
    case (_, .nobody): return "unauthenticated"
    case ("guest", _): return nil
    case (let scoped, .guest) where Self.isScoped(scoped): return "not-found"
    case (let scoped, .account(let roles, let isStrong)) where Self.isScoped(scoped):
      // Nobody has anything to do with a thing that there is not.
      guard roles.contains("super-admin") else { return "not-found" }
      return isStrong ? nil : "second-factor-required"
    case (_, .guest): return "account-needed"
    case ("account", _): return nil
    case ("operator", .account(let roles, let isStrong)):
      guard roles.contains("super-admin") else { return "forbidden" }
      return isStrong ? nil : "second-factor-required"
    case (let permission, .account(let roles, let isStrong)):
      let name = String(permission.trimmingPrefix("permission "))
      let holders = Self.holders[name, default: []].union(["super-admin"]).intersection(roles)
      if holders.isEmpty { return "forbidden" }
      return isStrong ? nil : "second-factor-required"
    }
  }

  /// Whether a right in one thing is asked for.
  static func isScoped(_ access: String) -> Bool { access.contains(" in {") }

  /// Which roles bring the permissions that routes ask for.
  private static let holders: [String: Set<String>] = [
    "reports.handle": ["club-admin"]
  ]
}
