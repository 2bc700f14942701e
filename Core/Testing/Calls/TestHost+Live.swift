import Foundation
import Synchronization

extension TestHost {
  /// Watches live topics, such as `corner-quiz/rounds/7`, until the test or the host ends it.
  /// - Parameters:
  ///   - topics: with the plugin's area before them.
  ///   - person: who watches; nil is nobody.
  ///   - id: comes back behind what had come when ``LiveWatcher/lastID`` was this.
  /// - Throws: ``TestHostError`` when that is refused. What is refused with: `get("/v1/live?topic=…")`.
  public func watch(
    _ topics: String..., as person: TestPerson? = nil, after id: String? = nil
  ) async throws -> LiveWatcher {
    let query = topics.map { "topic=" + ($0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "") }
    let reply = try await get(
      "/v1/live?" + query.joined(separator: "&"), as: person, headers: id.map { ["last-event-id": $0] } ?? [:])
    guard let stream = reply.stream else { throw TestHostError("Watching \(topics.joined(separator: ", "))", reply) }
    let watcher = LiveWatcher(stream)
    watchers.withLock { $0.append(watcher) }
    try await Patience.wait(or: { "The live stream does not begin." }) { watcher.hasBegun ? () : nil }
    return watcher
  }
}
