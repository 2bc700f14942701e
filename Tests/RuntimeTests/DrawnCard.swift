import CVips
import FieldhouseRuntime
import Testing

/// A card that was drawn, read again.
struct DrawnCard {
  static let (width, height) = (1200, 630)
  /// Where the mark of the host begins.
  static let foot = 526

  private let pixels: [UInt8]

  private static let isReady = fieldhouse_vips_start() == 0

  /// Draws a card.
  init(_ card: CardDrawing, by worker: PictureWorker) async throws {
    try self.init(try await worker.draw(card))
  }

  /// Reads the whole picture, which must have the size that previews have.
  init(_ png: [UInt8]) throws {
    try #require(Self.isReady)
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    // The size that its header says (PNG, 11.2.2).
    #expect(Array(png[16..<24]) == [0, 0, 4, 0xB0, 0, 0, 2, 0x76])
    var bytes: UnsafeMutableRawPointer?
    let result = fieldhouse_vips_pixels_of(png, png.count, Int32(Self.width), Int32(Self.height), 0, &bytes)
    let found = try #require(bytes)
    defer { g_free(found) }
    #expect(result == 0)
    pixels = Array(UnsafeRawBufferPointer(start: found, count: Self.width * Self.height * 4))
  }

  /// Red, green and blue.
  func colour(_ left: Int, _ top: Int) -> [UInt8] {
    let start = (top * Self.width + left) * 4
    return Array(pixels[start..<(start + 3)])
  }

  /// How many pixels of letters, which are white, stand in each column above the foot.
  var letters: [Int] {
    (0..<Self.width).map { left in (0..<Self.foot).count { colour(left, $0).allSatisfy { $0 > 225 } } }
  }

  /// The first and the last column with letters; nil without any.
  var extent: ClosedRange<Int>? {
    let letters = letters
    guard let first = letters.firstIndex(where: { $0 > 0 }), let last = letters.lastIndex(where: { $0 > 0 }) else {
      return nil
    }
    return first...last
  }

  /// What lies at the foot.
  var mark: [UInt8] { Array(pixels[(Self.foot * Self.width * 4)...]) }
}
