/// When the log is written into the file.
///
/// Each time that syncs twice, however little there is, and nobody writes meanwhile, so it is done in large portions. A log
/// that cannot be written to its end because somebody reads an old snapshot is tried again when it has grown by as much.
struct CheckpointPace {
  /// The pages of a portion.
  static let portion = 4_000

  private var last = 0

  /// Whether a log of that many pages is to be written into the file now.
  mutating func isDue(_ pages: Int) -> Bool {
    if pages < last { last = 0 }
    guard pages - last >= Self.portion else { return false }
    last = pages
    return true
  }
}
