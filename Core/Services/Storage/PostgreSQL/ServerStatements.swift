/// The host's statements that only this engine has, or writes in its own way.
enum ServerStatements {
  /// Keeps effects of the kinds ?1 with the bodies ?2, in their order, and answers with their numbers.
  static let addToOutbox = """
    insert into fieldhouse_outbox (sequence, kind, body)
    select nextval('fieldhouse_effects'), kind, body from (
      select kind, body from unnest(?1::text[], ?2::text[]) with ordinality as e (kind, body, place)
      order by place) as told
    returning sequence
    """
  /// Inserted and never read by a plugin's transaction: an update would read, and what a serializable transaction
  /// reads from a small table conflicts with every other write to it. Where the transaction has changed nothing so far,
  /// which the server knows, nothing is: whether it was committed makes no difference, and need not be written.
  static let recordCommit = """
    insert into fieldhouse_commits (slot, number, at)
    select ?1, ?2::bigint, (extract(epoch from clock_timestamp()) * 1000)::bigint
    where pg_current_xact_id_if_assigned() is not null
    """
  /// Stands where a record would be, with its time negated.
  static let fence = """
    insert into fieldhouse_commits (slot, number, at)
    values (?1, ?2, -(extract(epoch from clock_timestamp()) * 1000)::bigint) on conflict do nothing
    """
}
