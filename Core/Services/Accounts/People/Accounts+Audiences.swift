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

  /// Those who follow somebody, by their ids.
  /// - Parameter after: the last one of the page before.
  /// - Throws: ``StorageError``.
  public func followers(of account: AccountID, after: AccountID?, limit: Int) async throws -> [AccountID] {
    try await context.storage.read { transaction in
      try await transaction.query(
        """
        select follower from follows where followed = \(account) and follower > \(after?.text ?? "")
        order by followed, follower limit \(limit)
        """
      ).map { try $0["follower"] }
    }
  }

  /// What somebody is called who has an account and is there; nil for a guest, and for who is shut out, leaving or unknown.
  /// - Throws: ``StorageError``.
  public func name(ofOpen account: AccountID) async throws -> String? {
    let person = try await context.storage.read { try await PersonStore.find(account, in: $0) }
    return person.flatMap { $0.kind == .user && $0.isOpen ? $0.name ?? "" : nil }
  }

  /// Whether a role is one of the platform.
  public func knows(role: String) -> Bool { administration.roles.knows(role) }
}
