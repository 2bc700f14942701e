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
    (
      "0003-unread",
      """
      create index notifications_unread on notifications (account) where read_at is null;
      alter table notification_settings add column quiet_from text;
      alter table notification_settings add column quiet_to text;
      alter table notification_settings add column quiet_zone text;
      """
    ),
    (
      "0004-ways-out",
      """
      create table notification_devices (
        id text not null primary key,
        account text not null,
        session text,
        endpoint text not null,
        public_key text not null,
        shared_secret text not null,
        language text not null,
        created_at integer not null
      );
      create index notification_devices_by_account on notification_devices (account, created_at, id);
      create table notification_sends (
        id integer primary key,
        source text not null,
        account text not null,
        channels text not null,
        devices text,
        arrived integer not null,
        tries integer not null,
        due_at integer not null,
        created_at integer not null
      );
      create unique index notification_sends_of on notification_sends (source, account);
      create index notification_sends_by_account on notification_sends (account, due_at);
      create index notification_sends_due on notification_sends (due_at, id);
      create table notification_receipts (
        source text not null,
        account text not null,
        channel text not null,
        state text not null,
        reason text,
        tries integer not null,
        at integer not null,
        primary key (source, account, channel)
      );
      create index notification_receipts_by_account on notification_receipts (account);
      create index notification_receipts_by_age on notification_receipts (at);
      """
    ),
    (
      "0005-announcements",
      """
      create table announcements (
        id text not null primary key,
        audience text not null,
        name text not null,
        body text not null,
        link text,
        sender text not null,
        created_at integer not null,
        cursor text not null,
        due_at integer not null,
        is_done integer not null,
        recipients integer not null,
        delivered integer not null,
        failed integer not null
      );
      create index announcements_by_time on announcements (created_at, id);
      create index announcements_by_audience on announcements (audience, created_at, id);
      create index announcements_by_sender on announcements (sender, created_at, id) where sender <> '';
      create index announcements_due on announcements (due_at, id) where is_done = 0;
      """
    ),
    ("0006-until", "alter table notification_sends add column until_at integer;"),
    (
      "0007-order",
      """
      drop index notifications_by_account;
      create index notifications_by_account on notifications (account, created_at, length(source), source);
      """
    ),
    (
      "0008-number",
      """
      alter table notifications add column number integer not null default 0;
      drop index notifications_by_account;
      create index notifications_by_account on notifications (account, created_at, number, length(source), source);
      """
    ),
  ]
}
