import Synchronization

/// What is told of events as it was read last: dates of a series have most of it in common, and with every answer it is asked for again.
enum DetailsMemory {
  /// How many are remembered at most, and of how many bytes each; when there are more, all are forgotten.
  static let (most, longest) = (500, 4_096)

  private static let kept = Mutex<[String: EventDetails]>([:])

  /// The details that a text says.
  /// - Throws: `DecodingError` when it is something else.
  static func details(_ text: String) throws -> EventDetails {
    if let known = kept.withLock({ $0[text] }) { return known }
    let details: EventDetails = try JSONText.decode(text)
    guard text.utf8.count <= longest else { return details }
    kept.withLock { kept in
      if kept.count >= most { kept.removeAll() }
      kept[text] = details
    }
    return details
  }
}
