import FieldhouseTestSupport
import Foundation
import Testing

/// A database of the test server that one test has for itself.
struct PostgreSQLDatabase: Sendable {
  private let name: String
  /// The database's address; the host name is an IP number, so that a proxy can stand in.
  let address: String

  /// Runs a body with a new, empty database.
  static func run<Value>(_ body: (PostgreSQLDatabase) async throws -> Value) async throws -> Value {
    let database = try PostgreSQLDatabase()
    try await database.administrate("create database \(database.name)")
    do {
      let value = try await body(database)
      try await database.administrate("drop database \(database.name) with (force)")
      return value
    } catch {
      try? await database.administrate("drop database \(database.name) with (force)")
      throw error
    }
  }

  private init() throws {
    name = "host_" + String(UInt64.random(in: .min ... .max), radix: 36)
    let server = try TestPostgreSQL.address()
    var parts = try #require(URLComponents(string: server))
    parts.path = "/" + name
    address = try #require(parts.string)
  }

  /// The first column of a query's rows.
  func column(_ sql: String) async throws -> [String] {
    try await Self.run(sql, at: address).split(separator: "\n").map(String.init)
  }

  private func administrate(_ sql: String) async throws { _ = try await Self.run(sql, at: TestPostgreSQL.address()) }

  private static func run(_ sql: String, at address: String) async throws -> String {
    let tool = try await Tool.run(["psql", "-qAt", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", sql])
    try #require(tool.code == 0, "\(tool.errors)")
    return tool.output
  }
}
