internal import Foundation

/// The ground of a card, on which white words can be read.
public enum CardGround {
  /// How much lighter white is than the ground at least (WCAG 2.2, 1.4.3).
  private static let leastContrast = 4.5

  /// A colour such as `#0a7d3c`, darkened as far as white words need it; nil for what is no colour.
  public static func of(_ colour: String) -> String? {
    guard colour.utf8.count == 7, colour.hasPrefix("#"), let value = UInt32(colour.dropFirst(), radix: 16) else {
      return nil
    }
    var parts = [value >> 16 & 0xFF, value >> 8 & 0xFF, value & 0xFF].map { Double($0) }
    while contrast(parts) < leastContrast { parts = parts.map { ($0 * 0.95).rounded(.down) } }
    return "#" + parts.map { Self.digits(Int($0)) }.joined()
  }

  private static func digits(_ value: Int) -> String { (value < 16 ? "0" : "") + String(value, radix: 16) }

  private static func contrast(_ parts: [Double]) -> Double {
    let light = zip(parts, [0.2126, 0.7152, 0.0722]).reduce(0.0) { $0 + linear($1.0 / 255) * $1.1 }
    return 1.05 / (light + 0.05)
  }

  private static func linear(_ part: Double) -> Double {
    part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }
}
