import FieldhouseMachine
import FieldhouseRuntime
import Synchronization

/// Cards that were drawn, as many of the latest as fit.
final class CardStore: Sendable {
  /// How many are kept; each has some 50 kB.
  private static let places = 64
  /// Changes when the same words are drawn otherwise.
  private static let edition = "1"

  private let kept = Mutex<[(key: String, bytes: [UInt8])]>([])
  private let draw: @Sendable (CardDrawing) async throws -> [UInt8]

  init(draw: @escaping @Sendable (CardDrawing) async throws -> [UInt8]) { self.draw = draw }

  /// What names a card and everything on it.
  static func key(_ card: CardDrawing) -> String { SHA256.hex(of: Array(edition.utf8) + card.bytes) }

  /// The card as a PNG.
  /// - Parameter admit: throws where it may not be drawn now; not asked for one that was drawn.
  func picture(_ card: CardDrawing, admit: () async throws -> Void) async throws -> [UInt8] {
    let key = Self.key(card)
    if let bytes = find(key) { return bytes }
    try await admit()
    let bytes = try await draw(card)
    kept.withLock { kept in
      kept.removeAll { $0.key == key }
      kept.append((key, bytes))
      if kept.count > Self.places { kept.removeFirst() }
    }
    return bytes
  }

  /// A card that was drawn, which is then the latest.
  private func find(_ key: String) -> [UInt8]? {
    kept.withLock { kept in
      guard let index = kept.firstIndex(where: { $0.key == key }) else { return nil }
      let found = kept.remove(at: index)
      kept.append(found)
      return found.bytes
    }
  }
}
