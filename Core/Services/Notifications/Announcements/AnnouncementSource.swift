public import FieldhouseKit

/// Who is in audiences, and who may announce something to them.
public protocol AnnouncementSource: Sendable {
  /// Whether somebody may announce something to an audience: who may send to all to each, who looks after a group to its
  /// members.
  /// - Throws: ``Problem`` 403 `second-factor-required`; ``StorageError``.
  func maySend(_ caller: Principal, to audience: AnnouncementAudience) async throws -> Bool

  /// What people call an audience; nil for one that there is not, `""` for one without a name of its own.
  /// - Throws: ``StorageError``.
  func name(of audience: AnnouncementAudience) async throws -> String?

  /// The kind of group that an audience is, as its manifest declares it; nil for one that is no group. Where the plugin declares a
  /// kind of notifications `<kind>-announcement`, announcements to its groups of that kind are of it, so that people switch them off
  /// by themselves.
  /// - Throws: ``StorageError``.
  func groupKind(of audience: AnnouncementAudience) async throws -> String?

  /// Those in an audience, by their ids.
  /// - Parameters:
  ///   - after: the last one of the page before; nil for the first page.
  ///   - limit: how many at most; fewer are the last page.
  /// - Throws: ``StorageError``.
  func people(
    in audience: AnnouncementAudience, after: AccountID?, limit: Int
  ) async throws -> [AccountID]
}

extension AnnouncementSource {
  /// No kind: announcements to groups are all of one kind.
  public func groupKind(of audience: AnnouncementAudience) async throws -> String? { nil }
}
