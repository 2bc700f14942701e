/// The host's statements that only this engine has, or writes in its own way.
enum ServerStatements {
  static let addToOutbox = """
    insert into fieldhouse_outbox (sequence, kind, body)
    values (nextval('fieldhouse_effects'), ?1, ?2) returning sequence
    """
  /// Inserted and never read by a plugin's transaction: an update would read, and what a serializable transaction
  /// reads from a small table conflicts with every other write to it.
  static let recordCommit = """
    insert into fieldhouse_commits (slot, number, at)
    values (?1, ?2, (extract(epoch from clock_timestamp()) * 1000)::bigint)
    """
  /// Stands where a record would be, with its time negated.
  static let fence = """
    insert into fieldhouse_commits (slot, number, at)
    values (?1, ?2, -(extract(epoch from clock_timestamp()) * 1000)::bigint) on conflict do nothing
    """
}
