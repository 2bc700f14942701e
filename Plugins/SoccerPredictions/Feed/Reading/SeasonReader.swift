public import Foundation

/// Reads one file format of leagues and matches.
public protocol SeasonReader: Sendable {
  /// The files' extension, without the dot.
  var fileExtension: String { get }

  /// The season in a file; nil when the file holds something else (stadiums, squads …).
  ///
  /// A match that cannot be read is left out and reported in the result's problems.
  ///
  /// - Parameters:
  ///   - data: the file's content.
  ///   - path: its path relative to the feed's directory, with "/" between the parts.
  /// - Throws: a problem that spoils the whole file.
  func read(_ data: Data, path: String) throws(FeedProblem) -> SeasonFile?
}
