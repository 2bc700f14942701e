public import FieldhouseKit

extension Accounts {
  /// Makes the first administrator.
  /// - Returns: the new account.
  /// - Throws: ``Problem`` 409 when there is one already, 422 for a bad address or password.
  @discardableResult
  public func setUp(email: String, password: String) async throws -> AccountID {
    try await settingUp.setUp(email: email, password: password)
  }

  /// A link that makes whoever opens it first the administrator; nil when there is one already. It works for a day, and
  /// a new one ends the one before.
  /// - Returns: the path and query of the link, to be put behind the installation's address.
  public func setUpPath() async throws -> String? { try await settingUp.setUpPath() }
}
