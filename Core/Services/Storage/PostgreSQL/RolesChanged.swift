/// A transaction met a role that came or went meanwhile. Roles belong to all databases of a server: a host in another one
/// makes and removes the same, and no lock reaches from one database into the other.
struct RolesChanged: Error {
  private static let most = 5
  private let cause: ServerError

  /// Tells failures apart that may be of roles.
  /// - Throws: ``RolesChanged``; whatever else `body` throws.
  static func telling<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let error as ServerError where error.isOfRoles {
      throw RolesChanged(cause: error)
    }
  }

  /// Runs a whole transaction again while roles get in its way.
  /// - Throws: what the last try failed with.
  static func repeating<Value>(_ transaction: () async throws -> Value) async throws -> Value {
    for _ in 1..<most {
      do { return try await transaction() } catch is RolesChanged { continue }
    }
    do { return try await transaction() } catch let changed as RolesChanged { throw changed.cause.storageError }
  }
}
