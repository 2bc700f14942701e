internal import FieldhouseKit
internal import Foundation

/// What is written in the accent of a page is read on the app's light grounds: on the ground itself and on its own tint. In the
/// dark the app lightens the accent until it is read, which any colour can be.
struct AccentCheck {
  /// WCAG 2.2, 1.4.3.
  private static let least = 4.5
  /// The ground of `Core/Web/tokens.css` in the light; its cards are white.
  private static let ground = [0xF4, 0xF5, 0xF1].map { Double($0) / 255 }
  /// How much of the accent its tint has; the rest is white.
  private static let share = 0.1

  func problems(_ draft: PluginDraft) -> [ManifestProblem] {
    draft.manifest.contributions.pages.enumerated().compactMap { index, page in
      guard let accent = page.accent, let colour = Self.colour(accent) else { return nil }
      let ratio = Self.ratio(of: colour)
      guard ratio < Self.least else { return nil }
      return draft.source.problem(
        .accentUnreadable, at: JSONPointer(["contributions", "pages"]).appending(index).appending("accent"),
        "What is written in \(accent) is not read well.", found: "\(Self.shown(ratio)) : 1 on the app's grounds",
        expected: "at least 4.5 : 1",
        remedy: Self.darker(colour).map { "Take a darker one, such as \($0)." } ?? "Take a darker one.")
    }
  }

  private static func colour(_ text: String) -> [Double]? {
    guard let value = Int(text.dropFirst(), radix: 16) else { return nil }
    return [16, 8, 0].map { Double(value >> $0 & 255) / 255 }
  }

  /// The lesser of the ratios on the ground and on the tint.
  private static func ratio(of colour: [Double]) -> Double {
    let tint = colour.map { $0 * share + 1 - share }
    let own = luminance(colour) + 0.05
    return min(luminance(ground) + 0.05, luminance(tint) + 0.05) / own
  }

  private static func luminance(_ colour: [Double]) -> Double {
    let linear = colour.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  /// The same colour with as much black as it takes.
  private static func darker(_ colour: [Double]) -> String? {
    for percent in stride(from: 99, through: 0, by: -1) {
      let values = colour.map { ($0 * Double(percent) / 100 * 255).rounded(.down) }
      guard ratio(of: values.map { $0 / 255 }) >= least else { continue }
      return "#" + values.map { String(format: "%02x", Int($0)) }.joined()
    }
    return nil
  }

  /// Two decimals, never rounded up to what it is not.
  private static func shown(_ ratio: Double) -> String { String(format: "%.2f", (ratio * 100).rounded(.down) / 100) }
}
