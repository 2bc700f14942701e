/// The tables of the groups' chats in a plugin's namespace.
enum ChatSchema {
  /// Each with whether it is looked up by its whole key and holds small rows. A message's `state` is a
  /// ``ChatMessage/State``; what is not `said` any more keeps its number and has no text.
  static let tables: [(sql: String, isClustered: Bool)] = [
    ("create table if not exists fieldhouse_chats (group_id text not null primary key, last integer not null)", true),
    (
      """
      create table if not exists fieldhouse_chat_messages (
        group_id text not null, number integer not null, account text not null, at integer not null, text text not null,
        reply_to integer, state text not null, primary key (group_id, number))
      """, false
    ),
    (
      """
      create index if not exists fieldhouse_chat_messages_by_account on fieldhouse_chat_messages (account, at)
      """, false
    ),
    (
      """
      create table if not exists fieldhouse_chat_mentions (
        group_id text not null, number integer not null, account text not null, author text not null,
        primary key (group_id, number, account))
      """, true
    ),
    ("create index if not exists fieldhouse_chat_mentions_by_account on fieldhouse_chat_mentions (account)", false),
    ("create index if not exists fieldhouse_chat_mentions_by_author on fieldhouse_chat_mentions (author)", false),
    (
      """
      create table if not exists fieldhouse_chat_reads (
        group_id text not null, account text not null, number integer not null, primary key (group_id, account))
      """, true
    ),
    ("create index if not exists fieldhouse_chat_reads_by_account on fieldhouse_chat_reads (account)", false),
    // Groups whose members are told of what was written since, and up to where each had read who was told.
    (
      """
      create table if not exists fieldhouse_chat_news (group_id text not null primary key, due_at integer not null)
      """, true
    ),
    ("create index if not exists fieldhouse_chat_news_by_time on fieldhouse_chat_news (due_at, group_id)", false),
    (
      """
      create table if not exists fieldhouse_chat_told (
        group_id text not null, account text not null, number integer not null, primary key (group_id, account))
      """, true
    ),
    ("create index if not exists fieldhouse_chat_told_by_account on fieldhouse_chat_told (account)", false),
  ]
}
