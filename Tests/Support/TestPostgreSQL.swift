internal import Foundation

/// The PostgreSQL server that tests use. A test that needs it fails where there is none: what nobody notices missing is
/// not tested.
public enum TestPostgreSQL {
  /// There is no server to test on.
  public struct Missing: Error, CustomStringConvertible {
    public var description: String {
      "This test needs PostgreSQL, and FIELDHOUSE_TEST_POSTGRESQL does not name a server. Run `make test`, or export "
        + "what `Tests/Support/postgres.sh start FOLDER` prints."
    }
  }

  /// The connection string in `FIELDHOUSE_TEST_POSTGRESQL`.
  public static func address() throws(Missing) -> String { try address(in: ProcessInfo.processInfo.environment) }

  /// The connection string in an environment.
  public static func address(in environment: [String: String]) throws(Missing) -> String {
    guard let address = environment["FIELDHOUSE_TEST_POSTGRESQL"], !address.isEmpty else { throw Missing() }
    return address
  }
}
