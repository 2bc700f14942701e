import Synchronization

/// The layouts of rounds as they were read last: that of a round never changes, and is asked for with every score.
enum LayoutMemory {
  /// How many are remembered at most; when there are more, all are forgotten.
  static let most = 500

  private static let kept = Mutex<[String: Layout]>([:])

  /// The layout that a text says.
  /// - Throws: `DecodingError` when it is something else.
  static func layout(_ text: String) throws -> Layout {
    if let known = kept.withLock({ $0[text] }) { return known }
    let layout: Layout = try JSONText.decode(text)
    kept.withLock { kept in
      if kept.count >= most { kept.removeAll() }
      kept[text] = layout
    }
    return layout
  }
}
