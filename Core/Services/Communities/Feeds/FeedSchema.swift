/// The tables of feeds in a plugin's namespace.
enum FeedSchema {
  /// Each with whether it is looked up by its whole key and holds small rows. A feed is of a `thing` of a `kind`, which is a
  /// kind of group or one of `contributions.feeds`. In `fieldhouse_post_versions` lies what stood before an edit; its
  /// `comment` is 0 where it was the post's own text. A picture of `fieldhouse_post_pictures` has no `post` until it is posted.
  static let tables: [(sql: String, isClustered: Bool)] = [
    (
      """
      create table if not exists fieldhouse_feeds (
        kind text not null, thing text not null, last integer not null, primary key (kind, thing))
      """, true
    ),
    (
      """
      create table if not exists fieldhouse_posts (
        kind text not null, thing text not null, number integer not null, account text not null, at integer not null,
        edited_at integer, version integer not null, text text not null, media text not null, likes integer not null,
        comments integer not null, last_comment integer not null, hidden_at integer,
        primary key (kind, thing, number))
      """, false
    ),
    ("create index if not exists fieldhouse_posts_by_account on fieldhouse_posts (account, at)", false),
    (
      """
      create table if not exists fieldhouse_post_comments (
        kind text not null, thing text not null, post integer not null, number integer not null, account text not null,
        at integer not null, edited_at integer, version integer not null, text text not null, hidden_at integer,
        primary key (kind, thing, post, number))
      """, false
    ),
    ("create index if not exists fieldhouse_post_comments_by_account on fieldhouse_post_comments (account, at)", false),
    (
      """
      create table if not exists fieldhouse_post_likes (
        kind text not null, thing text not null, post integer not null, account text not null, at integer not null,
        primary key (kind, thing, post, account))
      """, true
    ),
    (
      """
      create index if not exists fieldhouse_post_likes_by_account
      on fieldhouse_post_likes (account, kind, thing, post)
      """, false
    ),
    (
      """
      create table if not exists fieldhouse_post_versions (
        kind text not null, thing text not null, post integer not null, comment integer not null,
        version integer not null, account text not null, at integer not null, text text not null, media text not null,
        primary key (kind, thing, post, comment, version))
      """, false
    ),
    ("create index if not exists fieldhouse_post_versions_by_account on fieldhouse_post_versions (account, at)", false),
    (
      """
      create table if not exists fieldhouse_post_pictures (
        file text not null primary key, kind text not null, thing text not null, account text not null,
        at integer not null, post integer)
      """, false
    ),
    ("create index if not exists fieldhouse_post_pictures_by_account on fieldhouse_post_pictures (account, at)", false),
    (
      "create index if not exists fieldhouse_post_pictures_by_post on fieldhouse_post_pictures (kind, thing, post)",
      false
    ),
    ("create index if not exists fieldhouse_post_pictures_by_time on fieldhouse_post_pictures (at)", false),
    (
      """
      create table if not exists fieldhouse_feed_paces (
        account text not null, what text not null, since integer not null, count integer not null,
        primary key (account, what))
      """, true
    ),
  ]
}
