public import FieldhouseKit

/// Answers questions about groups from their tables.
public protocol GroupRows: Sendable {
  /// The rows of a query in the shared SQL; its text is one of few.
  /// - Throws: ``StorageError``.
  func rows(_ sql: SQL) async throws -> [Row]
}

/// The tables of groups in a transaction of the plugin that has them.
public protocol GroupTables: GroupRows {
  /// The plugin's transaction, with the rights of the plugin.
  var transaction: any Transaction { get }

  /// Gives a role in the scope of a group; true when that is new.
  /// - Throws: ``Problem`` 500 `role-unknown`; ``StorageError``.
  func give(_ role: String, to account: AccountID, in scope: Scope) async throws -> Bool

  /// Takes a role in the scope of a group; true when the account held it.
  /// - Throws: ``Problem`` 500 `role-unknown`; ``StorageError``.
  func take(_ role: String, from account: AccountID, in scope: Scope) async throws -> Bool
}

/// The tables in a plugin's namespace.
public enum GroupSchema {
  /// Groups, their chats, feeds, what was reported in them and what operators know of some, each with whether it is looked up by its whole key and holds
  /// small rows. What can be found by others has its folded name in `found_as`; `name_key` keeps names apart where the kind
  /// says so.
  public static let tables =
    groups + ChatSchema.tables + FeedSchema.tables + ReportSchema.tables
    + OrganisationSchema.tables

  private static let groups: [(sql: String, isClustered: Bool)] = [
    (
      """
      create table if not exists fieldhouse_groups (
        id text not null primary key, kind text not null, parent text, name text not null, about text not null,
        picture text, visibility text not null, admission text not null, capacity integer not null,
        members integer not null, version integer not null, created_at integer not null, archived_at integer,
        found_as text, name_key text unique, code text unique)
      """, false
    ),
    ("create index if not exists fieldhouse_groups_by_name on fieldhouse_groups (kind, found_as, id)", false),
    ("create index if not exists fieldhouse_groups_by_parent on fieldhouse_groups (parent, found_as, id)", false),
    (
      """
      create table if not exists fieldhouse_group_words (
        word text not null, group_id text not null, primary key (word, group_id))
      """, true
    ),
    (
      "create index if not exists fieldhouse_group_words_within on fieldhouse_group_words (group_id, word)", false
    ),
    (
      """
      create table if not exists fieldhouse_group_members (
        group_id text not null, account text not null, kind text not null, since integer not null,
        is_archived integer not null default 0, primary key (group_id, account))
      """, true
    ),
    (
      """
      create index if not exists fieldhouse_group_members_by_account
      on fieldhouse_group_members (account, is_archived, kind, group_id)
      """, false
    ),
    (
      """
      create index if not exists fieldhouse_group_members_by_age
      on fieldhouse_group_members (group_id, since, account)
      """, false
    ),
    (
      """
      create table if not exists fieldhouse_group_requests (
        group_id text not null, account text not null, message text not null, at integer not null,
        primary key (group_id, account))
      """, false
    ),
    ("create index if not exists fieldhouse_group_requests_by_account on fieldhouse_group_requests (account)", false),
    (
      """
      create table if not exists fieldhouse_group_invitations (
        group_id text not null, account text not null, inviter text not null, at integer not null,
        expires_at integer not null, primary key (group_id, account))
      """, false
    ),
    (
      """
      create index if not exists fieldhouse_group_invitations_by_account on fieldhouse_group_invitations (account)
      """, false
    ),
    (
      """
      create index if not exists fieldhouse_group_invitations_by_inviter on fieldhouse_group_invitations (inviter)
      """, false
    ),
    (
      """
      create table if not exists fieldhouse_group_bans (
        group_id text not null, account text not null, actor text not null, at integer not null,
        primary key (group_id, account))
      """, false
    ),
    (
      """
      create index if not exists fieldhouse_group_invitations_by_expiry on fieldhouse_group_invitations (expires_at)
      """, false
    ),
    (
      """
      create table if not exists fieldhouse_group_links (
        id text not null primary key, group_id text not null, secret_hash text not null unique, maker text not null,
        places integer, joined integer not null, at integer not null, expires_at integer not null,
        revoked_at integer, cleared_at integer not null)
      """, false
    ),
    ("create index if not exists fieldhouse_group_links_by_group on fieldhouse_group_links (group_id, at, id)", false),
    ("create index if not exists fieldhouse_group_links_by_maker on fieldhouse_group_links (maker, group_id)", false),
    ("create index if not exists fieldhouse_group_links_by_clearing on fieldhouse_group_links (cleared_at)", false),
    (
      """
      create table if not exists fieldhouse_group_link_uses (
        link text not null, account text not null, at integer not null, primary key (link, account))
      """, true
    ),
    ("create index if not exists fieldhouse_group_link_uses_by_account on fieldhouse_group_link_uses (account)", false),
    (
      """
      create table if not exists fieldhouse_group_consents (
        group_id text not null, account text not null, at integer not null, primary key (group_id, account))
      """, true
    ),
    ("create index if not exists fieldhouse_group_consents_by_account on fieldhouse_group_consents (account)", false),
    (
      "create table if not exists fieldhouse_group_pictures_gone (file text not null primary key, at integer not null)",
      false
    ),
    ("create index if not exists fieldhouse_group_bans_by_account on fieldhouse_group_bans (account)", false),
    ("create index if not exists fieldhouse_group_bans_by_actor on fieldhouse_group_bans (actor)", false),
    (
      """
      create table if not exists fieldhouse_group_history (
        group_id text not null, at integer not null, id text not null, action text not null, account text not null,
        actor text not null, role text not null, primary key (group_id, at, id))
      """, false
    ),
    ("create index if not exists fieldhouse_group_history_by_age on fieldhouse_group_history (at)", false),
    (
      """
      create table if not exists fieldhouse_group_history_counts (
        group_id text not null primary key, noted integer not null)
      """, false
    ),
    ("create index if not exists fieldhouse_group_history_by_account on fieldhouse_group_history (account)", false),
    ("create index if not exists fieldhouse_group_history_by_actor on fieldhouse_group_history (actor)", false),
  ]
}
