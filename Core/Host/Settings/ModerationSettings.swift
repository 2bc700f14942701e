import FieldhouseCommunities

/// After how many reports by different people something goes without a moderator.
struct ModerationSettings: SettingGroup {
  static let declared = Self()

  let messageReports = HostSetting(
    "messageReports", "After how many reports by different people a message in a chat is hidden, {range}; 0 for never.",
    .whole(0...1000), default: 3)
  let postReports = HostSetting(
    "postReports", "After how many reports by different people a post in a feed is hidden, {range}; 0 for never.",
    .whole(0...1000), default: 3)
  let commentReports = HostSetting(
    "commentReports", "After how many reports by different people a comment on a post is hidden, {range}; 0 for never.",
    .whole(0...1000), default: 3)
  let groupReports = HostSetting(
    "groupReports", "After how many reports by different members a group is archived, {range}; 0 for never.",
    .whole(0...100_000), default: 0)
}

extension ReportLimits {
  /// What the operator decided.
  /// - Throws: ``SettingsError``.
  init(_ settings: SettingsResolver) throws {
    self.init([
      "message": try settings.value(\ModerationSettings.messageReports),
      "post": try settings.value(\ModerationSettings.postReports),
      "comment": try settings.value(\ModerationSettings.commentReports),
      "group": try settings.value(\ModerationSettings.groupReports),
    ])
  }
}
