import FieldhouseStorage
import Foundation

extension TestHost {
  /// The engines that a plugin's data may lie on. What a plugin does must be the same on both.
  public enum Engine: String, Sendable, CaseIterable, CustomStringConvertible {
    /// Files in a folder of the test's own.
    case sqlite
    /// The server that ``addressVariable`` names, in schemas of the test's own, which are removed behind it.
    case postgresql

    /// The environment variable with the address of a server for tests: `postgresql://user@host:port/database`, as a user
    /// who may make schemas and roles.
    public static var addressVariable: String { "FIELDHOUSE_TEST_POSTGRESQL" }

    /// The engines that there are here: SQLite, and PostgreSQL where ``addressVariable`` names a server.
    public static var available: [Engine] { address == nil ? [.sqlite] : allCases }

    /// The name.
    public var description: String { rawValue }

    private static var address: String? {
      let given = ProcessInfo.processInfo.environment[addressVariable] ?? ""
      return given.isEmpty ? nil : given
    }

    /// What the host's setting `database` is.
    /// - Throws: ``TestHostError`` where no server is named: a test that nobody runs finds nothing out.
    var database: String {
      get throws {
        guard self == .postgresql else { return rawValue }
        guard let address = Self.address else {
          throw TestHostError("This test needs PostgreSQL: name a server in \(Self.addressVariable).")
        }
        return address
      }
    }

    /// Removes what a host has left on a server.
    /// - Throws: ``StorageError``; ``TestHostError``.
    func clear(prefix: String) async throws {
      guard self == .postgresql else { return }
      let engine = PostgreSQLEngine(
        address: try database, options: PostgreSQLOptions(connections: 1, prefix: prefix))
      do {
        // The host has ended; a session that was asking something just then may not have.
        try await engine.endSessions()
        for id in try await engine.namespaces() { _ = try await engine.remove(id) }
      } catch {
        await engine.close()
        throw error
      }
      await engine.close()
    }
  }
}
