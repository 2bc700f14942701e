/// A live topic that a manifest's pattern covers.
public struct LiveTopic: Sendable, Hashable {
  /// The longest name below the plugin's area, in characters.
  public static var longestName: Int { 400 }

  /// The name below the plugin's area, e.g. `cards/c1`.
  public let name: String
  /// The name as the manifest declares it, e.g. `cards/{card}`.
  public let pattern: String
  /// What stands for the pattern's parameters, e.g. `["card": "c1"]`. Texts of a client: there need not be such a card.
  public let parameters: [String: String]

  /// - Returns: nil when the pattern does not cover the name. A parameter stands for one part, which is not empty.
  public init?(_ name: String, pattern: String) {
    let parts = name.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    let declared = pattern.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == declared.count else { return nil }
    var parameters: [String: String] = [:]
    for (part, text) in zip(declared, parts) {
      if part.first == "{" {
        guard !text.isEmpty else { return nil }
        parameters[String(part.dropFirst().dropLast())] = String(text)
      } else if !part.elementsEqual(text) {
        return nil
      }
    }
    (self.name, self.pattern, self.parameters) = (name, pattern, parameters)
  }
}
