/// Where a page is found.
enum PageSection: String, Sendable, Codable, CaseIterable {
  /// Terms, privacy policy, FAQ, about.
  case help
  /// Films and texts that show how things work.
  case tutorials
  /// The rules of games.
  case rules
  /// How to do something.
  case guides
  /// What is new; the newest first.
  case news
}
