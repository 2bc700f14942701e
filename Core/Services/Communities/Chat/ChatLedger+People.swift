internal import FieldhouseKit

// What happens to people. A message keeps its number whatever becomes of its author, so that nobody misses one.
extension ChatLedger {
  /// What takes the words of somebody who is erased, and what points to them, out of the chats.
  static func erasure(of account: AccountID) -> [SQL] {
    [
      """
      update fieldhouse_chat_messages set account = '', text = '', state = \(ChatMessage.State.erased.rawValue)
      where account = \(account)
      """,
      "delete from fieldhouse_chat_mentions where author = \(account)",
      "delete from fieldhouse_chat_mentions where account = \(account)",
      "delete from fieldhouse_chat_reads where account = \(account)",
      "delete from fieldhouse_chat_told where account = \(account)",
    ]
  }

  /// What makes somebody's words another's, before ``erasure(of:)``. Who was in a group with both has read what either has.
  static func handover(of account: AccountID, to other: AccountID) -> [SQL] {
    [
      "update fieldhouse_chat_messages set account = \(other) where account = \(account)",
      "update fieldhouse_chat_mentions set author = \(other) where author = \(account)",
      """
      update fieldhouse_chat_mentions set account = \(other) where account = \(account)
      and not exists (select 1 from fieldhouse_chat_mentions o
        where o.group_id = fieldhouse_chat_mentions.group_id and o.number = fieldhouse_chat_mentions.number
        and o.account = \(other))
      """,
      """
      insert into fieldhouse_chat_reads as r (group_id, account, number)
      select group_id, cast(\(other) as text), number from fieldhouse_chat_reads where account = \(account)
      on conflict (group_id, account) do update set number = excluded.number where excluded.number > r.number
      """,
    ]
  }
}
