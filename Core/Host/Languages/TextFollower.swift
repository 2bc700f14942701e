import FieldhouseContent
import FieldhouseKit
import FieldhouseStorage

/// Takes over what operators wrote in a language through another process.
struct TextFollower: Sendable {
  private static let interval = Duration.seconds(2)

  let content: Content
  let log: any Log

  /// Works until the task is cancelled.
  func run() async {
    var isFailing = false
    while !Task.isCancelled {
      do { try await Task.sleep(for: Self.interval) } catch { return }
      do {
        try await StorageUpkeep.look { try await content.followTexts() }
        isFailing = false
      } catch {
        // A series of failures is logged once.
        if !isFailing { log.warning("texts of languages could not be read; trying again", ["cause": "\(error)"]) }
        isFailing = true
      }
    }
  }
}
