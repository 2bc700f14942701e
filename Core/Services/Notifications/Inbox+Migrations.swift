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
    ),
    (
      "0002-people",
      """
      create table notification_people (
        person text not null,
        source text not null,
        account text not null,
        primary key (person, source, account)
      );
      create index notification_people_by_account on notification_people (account);
      insert into notification_people (person, source, account)
        select substr(link, 9), source, account from notifications
        where plugin = 'accounts' and link like '/people/%';
      """
    ),
  ]
}
