internal import Foundation

/// The size of the tests behind the promises: small in every run, full when `FIELDHOUSE_FULL=1`, as `make guarantees`
/// and `make guarantee-boards` set.
public enum Guarantee {
  /// Whether the tests run at their full size.
  public static let isFull = ProcessInfo.processInfo.environment["FIELDHOUSE_FULL"] == "1"

  /// The small size or the full one.
  public static func size(_ small: Int, full: Int) -> Int { isFull ? full : small }

  /// Prints what was found.
  public static func report(_ id: String, _ text: String) { write("\(id): \(text)\n") }

  /// Prints how far a full run has come, about twenty times.
  public static func progress(_ id: String, _ done: Int, of total: Int) {
    guard isFull, total > 0, done % max(1, total / 20) == 0 else { return }
    write("\(id): \(done * 100 / total) % (\(done) of \(total))\n")
  }

  private static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
