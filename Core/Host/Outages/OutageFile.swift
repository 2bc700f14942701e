import Foundation

/// What a host knows of its outages and its uptime over restarts: `outages.json` in the data folder, readable by its
/// owner alone. Each host has its own, also where several share a database.
struct OutageFile: Sendable {
  /// What stands in it.
  struct Contents: Sendable, Hashable, Codable {
    var book = OutageBook()
    var uptime = Uptime()
    /// What operators are still to be told, oldest first, with the ways by which they were not yet.
    var waiting: [Waiting] = []
    /// Whether the last host was asked to end.
    var hasEnded = true
  }

  /// News on their way.
  struct Waiting: Sendable, Hashable, Codable {
    var news: OutageNews
    var ways: Set<AlertWay>
  }

  private let path: String

  /// The file of a data folder.
  init(data: String) { path = "\(data)/outages.json" }

  /// What is written; nothing where there is no file, or one that cannot be read: a damaged file keeps no host from
  /// starting.
  func read() -> Contents {
    guard let bytes = FileManager.default.contents(atPath: path) else { return Contents() }
    return (try? JSONDecoder().decode(Contents.self, from: bytes)) ?? Contents()
  }

  /// Replaces the file as a whole.
  /// - Throws: when it cannot be written.
  func write(_ contents: Contents) throws {
    let draft = "\(path).new"
    let bytes = try JSONEncoder().encode(contents)
    guard FileManager.default.createFile(atPath: draft, contents: bytes, attributes: [.posixPermissions: 0o600]),
      rename(draft, path) == 0
    else { throw CocoaError(.fileWriteUnknown) }
  }
}
