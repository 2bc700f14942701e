/// The placeholders of a text, such as `{name}`.
enum Placeholders {
  /// The names between braces that a text is filled in by.
  static func names(in text: String) -> Set<String> {
    var names: Set<String> = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      names.insert(String(rest[rest.index(after: open)..<close]))
      rest = rest[rest.index(after: close)...]
    }
    return names
  }

  /// What a message is sent for; a text that leaves it out is of no use.
  private static let essential: Set<String> = ["code", "link"]

  /// Those that a text must have since the English one has them, and does not; in order.
  static func missing(in text: String, source: String) -> [String] {
    names(in: source).intersection(essential).subtracting(names(in: text)).sorted()
  }

  /// Those of a text that nothing fills in, since the English one does not have them; in order.
  static func unknown(in text: String, source: String) -> [String] {
    names(in: text).subtracting(names(in: source)).sorted()
  }
}
