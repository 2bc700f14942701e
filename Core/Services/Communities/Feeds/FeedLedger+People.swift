internal import FieldhouseKit

// What happens to people.
extension FeedLedger {
  /// What takes somebody who is erased out of the feeds: their words with all that others made of them, their pictures, and
  /// their likes.
  static func erasure(of account: AccountID) -> [SQL] {
    let own: SQL = "(select kind, thing, number from fieldhouse_posts where account = \(account))"
    return [
      """
      update fieldhouse_posts set likes = likes - 1 where (kind, thing, number) in (
        select kind, thing, post from fieldhouse_post_likes where account = \(account))
      """,
      "delete from fieldhouse_post_likes where account = \(account)",
      """
      update fieldhouse_posts set comments = comments - (select count(*) from fieldhouse_post_comments c
        where c.kind = fieldhouse_posts.kind and c.thing = fieldhouse_posts.thing and c.post = fieldhouse_posts.number
        and c.account = \(account) and c.hidden_at is null)
      where (kind, thing, number) in (
        select kind, thing, post from fieldhouse_post_comments where account = \(account))
      """,
      "delete from fieldhouse_post_comments where account = \(account)",
      "delete from fieldhouse_post_comments where (kind, thing, post) in \(own)",
      "delete from fieldhouse_post_likes where (kind, thing, post) in \(own)",
      "delete from fieldhouse_post_versions where (kind, thing, post) in \(own)",
      "delete from fieldhouse_post_versions where account = \(account)",
      "delete from fieldhouse_posts where account = \(account)",
    ] + dropping("account = \(account)") + [
      "delete from fieldhouse_feed_paces where account = \(account)"
    ]
  }

  /// What makes somebody's words and likes another's. What both like is liked once.
  static func handover(of account: AccountID, to other: AccountID) -> [SQL] {
    let both: SQL = """
      (select l.kind, l.thing, l.post from fieldhouse_post_likes l join fieldhouse_post_likes o
        on o.account = \(other) and o.kind = l.kind and o.thing = l.thing and o.post = l.post
        where l.account = \(account))
      """
    return [
      "update fieldhouse_posts set likes = likes - 1 where (kind, thing, number) in \(both)",
      "delete from fieldhouse_post_likes where account = \(account) and (kind, thing, post) in \(both)",
      "update fieldhouse_post_likes set account = \(other) where account = \(account)",
      "update fieldhouse_posts set account = \(other) where account = \(account)",
      "update fieldhouse_post_comments set account = \(other) where account = \(account)",
      "update fieldhouse_post_versions set account = \(other) where account = \(account)",
      "update fieldhouse_post_pictures set account = \(other) where account = \(account)",
      "delete from fieldhouse_feed_paces where account = \(account)",
    ]
  }
}
