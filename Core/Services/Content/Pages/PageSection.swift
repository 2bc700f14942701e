/// Where a page is found.
enum PageSection: String, Sendable, Codable, CaseIterable {
  /// Terms, privacy policy, FAQ, about.
  case help
  /// The rules of games.
  case rules
  /// How to do something.
  case guides
  /// What is new; the newest first.
  case news
}
