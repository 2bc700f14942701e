public import FieldhouseKit

extension Accounts {
  /// Those who have an account and are there, by their ids: no guests, nobody who is shut out or leaving.
  /// - Parameter after: the last one of the page before.
  /// - Throws: ``StorageError``.
  public func everyone(after: AccountID?, limit: Int) async throws -> [AccountID] {
    try await context.storage.read { transaction in
      try await transaction.query(
        """
        select id from people where id > \(after?.text ?? "") and kind = 'user' and disabled_at is null
          and leaving_at is null
        order by id limit \(limit)
        """
      ).map { try $0["id"] }
    }
  }

  /// Those who hold a role of the platform in whatever scope, by their ids.
  /// - Parameter after: the last one of the page before.
  /// - Throws: ``StorageError``.
  public func holders(of role: String, after: AccountID?, limit: Int) async throws -> [AccountID] {
    try await context.storage.read { transaction in
      try await transaction.query(
        """
        select distinct account from grants where role = \(role) and account > \(after?.text ?? "")
        order by account limit \(limit)
        """
      ).map { try $0["account"] }
    }
  }

  /// Whether a role is one of the platform.
  public func knows(role: String) -> Bool { administration.roles.knows(role) }
}
