extension Inbox {
  /// What the inbox's namespace needs, in order.
  public static let migrations: [(id: String, sql: String)] = [
    (
      "0001-notifications",
      """
      create table notifications (
        source text not null,
        account text not null,
        plugin text not null,
        kind text not null,
        text text not null,
        arguments text not null,
        link text,
        created_at integer not null,
        read_at integer,
        primary key (source, account)
      );
      create index notifications_by_account on notifications (account, created_at, source);
      create table notification_settings (
        account text not null primary key,
        enabled integer not null,
        kinds_off text not null
      );
      """
    )
  ]
}
