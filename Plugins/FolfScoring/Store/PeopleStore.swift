import FieldhouseKit
import Foundation

/// What happens to people. A card belongs to all who are on it: of whoever leaves, name and account go, and the throws
/// stay with the others until the last of them has left. The card of a tournament stays with the tournament.
enum PeopleStore {
  /// - Returns: the files that no record names any more.
  static func erase(_ account: AccountID, at now: Date, in transaction: any Transaction) async throws -> [String] {
    let files = try await eraseOwn(account, in: transaction)
    let rounds = try await rounds(of: account, in: transaction)
    try await transaction.execute("update entries set author = null, device = '' where author = \(account)")
    try await transaction.execute("update players set added_by = null where added_by = \(account)")
    try await transaction.execute("delete from invitations where account = \(account)")
    try await transaction.execute("delete from invitations where inviter = \(account)")
    for round in rounds { try await erase(account, from: round, at: now, in: transaction) }
    // The cards of a tournament that the person directed are nobody's.
    try await transaction.execute("update rounds set host = null where host = \(account)")
    return try await FileNames.unnamed(files, in: transaction)
  }

  /// What is somebody's own goes; courses that were shared stay, as nobody's.
  private static func eraseOwn(_ account: AccountID, in transaction: any Transaction) async throws -> [String] {
    let photos = try await PhotoStore.photos(by: account, in: transaction)
    let proposals: [String] = try await transaction.query("select id from proposals where author = \(account)").map {
      try $0[0]
    }
    let courses: [String] = try await transaction.query(
      "delete from courses where owner = \(account) and is_shared = 0 returning id"
    ).map { try $0["id"] }
    try await transaction.execute("update courses set owner = '' where owner = \(account)")
    let records = photos.map { "photo/\($0.id)" } + proposals.map { "proposal/\($0)" } + courses.map { "course/\($0)" }
    let files: [String] = try await transaction.query(
      "delete from file_names where record in (\(list: records)) returning file"
    ).map { try $0["file"] }
    try await transaction.execute("delete from photos where account = \(account)")
    try await transaction.execute("delete from proposals where author = \(account)")
    try await eraseEvents(account, in: transaction)
    for table in ["profiles", "favourites", "discs", "ratings", "shared_scores", "opinions"] as [SQL] {
      try await transaction.execute("delete from \(table) where account = \(account)")
    }
    return Array(Set(files))
  }

  /// Of whoever leaves, a place in a tournament stays without a name; the tournaments and leagues of a director are
  /// nobody's then.
  private static func eraseEvents(_ account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute(
      "update entrants set account = null, name = '', member_number = null, consents = 0 where account = \(account)")
    try await transaction.execute("update events set owner = '' where owner = \(account)")
    try await transaction.execute("update leagues set owner = '' where owner = \(account)")
    try await transaction.execute("delete from submissions where account = \(account)")
  }

  /// Gives everything to another account. On a card on which both play the first one's row stays, as a player without
  /// account.
  static func merge(
    _ account: AccountID, into other: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    let rounds = try await rounds(of: account, in: transaction)
    let both = try await roundIDs(of: other, in: transaction)
    try await transaction.execute(
      "update players set account = null, added_by = \(other) where account = \(account) and round in (\(list: both))")
    try await DiscStore.merge(account, into: other, in: transaction)
    try await transaction.execute("update players set account = \(other) where account = \(account)")
    try await transaction.execute("update players set added_by = \(other) where added_by = \(account)")
    try await transaction.execute("update entries set author = \(other) where author = \(account)")
    try await transaction.execute("update rounds set host = \(other) where host = \(account)")
    let invited: [String] = try await transaction.query("select round from invitations where account = \(other)").map {
      try $0[0]
    }
    try await transaction.execute(
      "delete from invitations where account = \(account) and round in (\(list: invited))")
    try await transaction.execute("update invitations set account = \(other) where account = \(account)")
    try await transaction.execute("update invitations set inviter = \(other) where inviter = \(account)")
    try await transaction.execute("update courses set owner = \(other) where owner = \(account)")
    try await mergeOwn(account, into: other, in: transaction)
    for round in rounds {
      for role in round.host == account ? ["player", "host"] : ["player"] {
        try await transaction.grant(role, to: other, in: round.scope)
      }
      try await RoundStore.touch(round.id, at: now, in: transaction)
    }
  }

  /// Where both have said something the other's stays.
  private static func mergeOwn(
    _ account: AccountID, into other: AccountID, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into favourites (account, course)
      select cast(\(other) as text), course from favourites where account = \(account) on conflict do nothing
      """)
    try await transaction.execute("delete from favourites where account = \(account)")
    let has = try await transaction.first("select account from profiles where account = \(other)") != nil
    try await transaction.execute(
      has
        ? "delete from profiles where account = \(account)"
        : "update profiles set account = \(other) where account = \(account)")
    let isRated = try await RatingStore.rating(of: other, in: transaction) != nil
    try await transaction.execute(
      isRated
        ? "delete from ratings where account = \(account)"
        : "update ratings set account = \(other) where account = \(account)")
    try await transaction.execute("update photos set account = \(other) where account = \(account)")
    try await mergeEvents(account, into: other, in: transaction)
    let shown: [String] = try await transaction.query("select round from shared_scores where account = \(other)").map {
      try $0[0]
    }
    try await transaction.execute(
      "delete from shared_scores where account = \(account) and round in (\(list: shown))")
    try await transaction.execute("update shared_scores set account = \(other) where account = \(account)")
    try await transaction.execute("update proposals set author = \(other) where author = \(account)")
    try await OpinionStore.merge(account, into: other, in: transaction)
  }

  /// In a tournament in which both are the first one's entry stays without an account.
  private static func mergeEvents(
    _ account: AccountID, into other: AccountID, in transaction: any Transaction
  ) async throws {
    let both: [String] = try await transaction.query("select event from entrants where account = \(other)").map {
      try $0[0]
    }
    try await transaction.execute(
      "update entrants set account = null where account = \(account) and event in (\(list: both))")
    let entered: [String] = try await transaction.query("select event from entrants where account = \(account)").map {
      try $0[0]
    }
    let directed: [String] = try await transaction.query("select id from events where owner = \(account)").map {
      try $0[0]
    }
    for event in entered { try await transaction.grant("entrant", to: other, in: Scope("event", event)) }
    for event in directed { try await transaction.grant("director", to: other, in: Scope("event", event)) }
    try await transaction.execute("update entrants set account = \(other) where account = \(account)")
    try await transaction.execute("update events set owner = \(other) where owner = \(account)")
    try await transaction.execute("update leagues set owner = \(other) where owner = \(account)")
    let done: [String] = try await transaction.query("select round from submissions where account = \(other)").map {
      try $0[0]
    }
    try await transaction.execute(
      "delete from submissions where account = \(account) and round in (\(list: done))")
    try await transaction.execute("update submissions set account = \(other) where account = \(account)")
  }

  /// The rounds in which somebody plays, by their ids.
  private static func rounds(of account: AccountID, in transaction: any ReadTransaction) async throws -> [Round] {
    let ids = try await roundIDs(of: account, in: transaction)
    return try await transaction.query(
      "select \(Round.columns) from rounds r where r.id in (\(list: ids)) order by r.id"
    ).map(Round.init)
  }

  private static func roundIDs(of account: AccountID, in transaction: any ReadTransaction) async throws -> [String] {
    try await transaction.query("select round from players where account = \(account)").map { try $0[0] }
  }

  private static func erase(
    _ account: AccountID, from round: Round, at now: Date, in transaction: any Transaction
  ) async throws {
    if round.state == .lobby {
      try await transaction.execute("delete from players where round = \(round.id) and account = \(account)")
    } else {
      try await transaction.execute(
        """
        update players set account = null, name = '', card_name = '' where round = \(round.id) and account = \(account)
        """)
    }
    let left: Int = try await transaction.query(
      "select count(*) as n from players where round = \(round.id) and account is not null")[0]["n"]
    // A tournament keeps its places, and no player directs in the place of its director.
    guard left > 0 || round.isIndependent else { return try await remove(round, in: transaction) }
    if round.host == account, !round.isIndependent { try await RoundStore.passOn(round, at: now, in: transaction) }
    try await RoundStore.touch(round.id, at: now, in: transaction)
  }

  private static func remove(_ round: Round, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from entries where round = \(round.id)")
    try await transaction.execute("delete from players where round = \(round.id)")
    try await transaction.execute("delete from invitations where round = \(round.id)")
    try await transaction.execute("delete from photos where round = \(round.id)")
    for table in ["shared_scores", "round_weather"] as [SQL] {
      try await transaction.execute("delete from \(table) where round = \(round.id)")
    }
    try await transaction.execute("update rounds set next = null where next = \(round.id)")
    try await transaction.execute("delete from rounds where id = \(round.id)")
    try await transaction.revokeAll(in: round.scope)
  }
}
