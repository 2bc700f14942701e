import FieldhouseKit
import FieldhouseStorage

/// What an installation's data are for. They remember it, and serve in no other environment: people's data are not
/// tested with, and what was made for tests is never shown to people.
enum DataEnvironment {
  static let migrations: [(id: String, sql: String)] = [
    ("0009-installation", "create table installation (name text not null primary key, value text not null);")
  ]

  /// Notes what new data are for, and looks whether known ones are for this host.
  /// - Parameters:
  ///   - host: the namespace of the host.
  ///   - accounts: that of the accounts: data with people that nobody has noted anything of are production's.
  /// - Throws: ``EnvironmentMismatch``; ``StorageError``.
  static func check(
    _ environment: HostEnvironment.Kind, host: any NamespaceStorage, accounts: any NamespaceStorage
  ) async throws {
    let hasPeople = try await accounts.read { try await $0.first("select 1 from people limit 1") } != nil
    let fallback = hasPeople ? HostEnvironment.Kind.production : environment
    let found = try await host.write { transaction in
      try await transaction.execute(
        """
        insert into installation (name, value) values ('environment', \(fallback.rawValue)) on conflict (name) do nothing
        """)
      return try await noted(in: transaction)
    }
    guard let found, found != environment.rawValue else { return }
    throw EnvironmentMismatch(data: found, host: environment.rawValue)
  }

  /// What is noted; nil for nothing.
  static func noted(in transaction: any ReadTransaction) async throws -> String? {
    try await transaction.first("select value from installation where name = 'environment'")?["value"]
  }
}

/// The data are for another environment than the host.
struct EnvironmentMismatch: ExitCoded, CustomStringConvertible {
  let data: String
  let host: String

  var exitCode: Int32 { 2 }

  var description: String {
    "environment-mismatch: The data are of \(data), and this host is for \(host). "
      + (data == HostEnvironment.Kind.production.rawValue
        ? "People's data are not tested with: nothing here makes them nobody's. Start \(host) on a data folder and a database "
          + "of its own, or set 'environment' to production."
        : "What was made for tests is not shown to people. Start \(host) on a data folder and a database of its own, or set "
          + "'environment' to \(data).")
  }
}
