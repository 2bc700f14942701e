public import FieldhouseKit
public import Foundation

/// Takes what has ended out of a plugin's tables of groups: invitations that have expired, and links a week after they have
/// ended, with who has joined through them; pictures that no group and no post has any more, and those that were not posted
/// within a day; and what has become of groups two years ago.
public struct GroupClearing: Sendable {
  /// How often it is done, in seconds.
  public static let interval = 86_400.0
  /// How many rows are taken in one transaction.
  static let portion = 500

  private let storage: any Storage
  private let pictures: GroupPictures?

  /// - Parameter storage: the plugin's, whose transactions have ``PluginGroups/changes(_:)`` as their groups.
  public init(storage: any Storage, services: GroupServices) {
    (self.storage, pictures) = (storage, services.pictures)
  }

  /// Clears away what has ended by an instant.
  /// - Throws: ``StorageError``.
  public func clear(at now: Date) async throws { while try await clearPortion(at: now) {} }

  /// Clears some of everything away: mostly there is little of anything, and one transaction is enough.
  /// - Returns: whether there may be more.
  private func clearPortion(at now: Date) async throws -> Bool {
    let cleared = try await storage.write { [pictures] transaction in
      let ledger = try GroupRoutes.ledger(transaction)
      let counts = [
        try await ledger.clearInvitations(at: now, most: Self.portion),
        try await ledger.clearLinks(at: now, most: Self.portion),
        try await ledger.clearHistory(at: now, most: Self.portion),
      ]
      let feeds = FeedLedger(ledger: ledger)
      try await feeds.drop("post is null and at <= \(now.addingTimeInterval(-FeedPictures.waiting))")
      let files = pictures == nil ? [] : try await ledger.picturesGone(most: Self.portion)
      return (isMore: counts.contains(Self.portion), files: files)
    }
    try await remove(cleared.files)
    return cleared.isMore || cleared.files.count == Self.portion
  }

  /// Removes the files first: one that is gone can be removed again.
  private func remove(_ files: [String]) async throws {
    guard let pictures, !files.isEmpty else { return }
    for file in files { try await pictures.remove(file) }
    try await storage.write { try await GroupRoutes.ledger($0).forgetPictures(files) }
  }
}

extension GroupLedger {
  fileprivate func picturesGone(most: Int) async throws -> [String] {
    try await tables.rows("select file from fieldhouse_group_pictures_gone order by file limit \(most)")
      .map { try $0["file"] }
  }

  fileprivate func forgetPictures(_ files: [String]) async throws {
    for file in files {
      _ = try await tables.rows("delete from fieldhouse_group_pictures_gone where file = \(file) returning file")
    }
  }

  /// - Returns: how many there were.
  fileprivate func clearInvitations(at now: Date, most: Int) async throws -> Int {
    let ended = try await tables.rows(
      """
      select group_id, account from fieldhouse_group_invitations where expires_at <= \(now)
      order by expires_at limit \(most)
      """)
    for row in ended {
      _ = try await forgetInvitation(of: try row["account"], to: try row["group_id"])
    }
    return ended.count
  }

  /// - Returns: how many there were.
  fileprivate func clearLinks(at now: Date, most: Int) async throws -> Int {
    let ended: [String] = try await tables.rows(
      "select id from fieldhouse_group_links where cleared_at <= \(now) order by cleared_at limit \(most)"
    ).map { try $0["id"] }
    for id in ended {
      _ = try await tables.rows("delete from fieldhouse_group_link_uses where link = \(id) returning link")
      _ = try await tables.rows("delete from fieldhouse_group_links where id = \(id) returning id")
    }
    return ended.count
  }
}
