extension AccountsSchema {
  /// One friendship or request of two people, whoever asked first; of several the accepted one stays, else the older.
  static var friends: [String] {
    [
      """
      create table friendships_kept (
        pair text primary key, requester text not null, addressee text not null, created_at integer not null,
        accepted_at integer, refused_at integer, withdrawn integer not null default 0)
      """,
      """
      insert into friendships_kept (pair, requester, addressee, created_at, accepted_at)
      select case when requester < addressee then requester || '/' || addressee else addressee || '/' || requester end,
      requester, addressee, created_at, accepted_at from friendships where requester <> addressee
      and not exists (select 1 from friendships o where o.requester = friendships.addressee
      and o.addressee = friendships.requester and (
        (o.accepted_at is not null and friendships.accepted_at is null)
        or ((o.accepted_at is null) = (friendships.accepted_at is null) and (o.created_at < friendships.created_at
        or (o.created_at = friendships.created_at and o.requester < friendships.requester)))))
      """,
      "drop table friendships", "alter table friendships_kept rename to friendships",
      "create index friendships_asking on friendships (requester, created_at, addressee)",
      "create index friendships_asked on friendships (addressee, created_at, requester)",
      "create index friendships_waiting on friendships (created_at) where accepted_at is null",
    ]
  }

  /// Who wants to be found by name: as before, those who show anything at all.
  static var found: [String] {
    [
      "update people set visibility = visibility || ',search=everyone' where visibility <> ''",
      "delete from people_words where account in (select id from people where visibility = '')",
      "create index people_words_found on people_words (account, word)", "drop index people_words_account",
    ]
  }

  /// Whose password was made by the host, and until when it works.
  static var provisional: [String] {
    ["create table provisional_passwords (account text primary key, expires_at integer not null)"]
  }

  /// Who came through whom.
  static var newcomers: [String] {
    [
      """
      create table newcomers (
        account text primary key, inviter text not null, kind text not null, subject text not null,
        joined_at integer not null, due_at integer, counted_at integer)
      """,
      "create index newcomers_inviter on newcomers (inviter, joined_at, account)",
      "create index newcomers_due on newcomers (due_at, account) where due_at is not null",
    ]
  }
}
