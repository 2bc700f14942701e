/// The plugin's texts in every language there is a table for.
public protocol Texts: Sendable {
  /// The text of a key with its placeholders `{name}` filled in; in English when the language lacks it, the key itself
  /// when English lacks it too.
  func text(_ key: String, language: String, arguments: [String: String]) -> String
  /// The languages with a table, BCP 47.
  var languages: [String] { get }
}
