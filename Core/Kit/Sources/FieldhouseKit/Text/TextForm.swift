extension Schema {
  /// What a text of a route's input may hold. The host checks every text and every key that comes in, in the path, the
  /// query and the body, before the handler runs; a schema names its form with ``text(_:)``.
  ///
  /// No form takes control characters (U+0000 to U+001F, U+007F to U+009F), but for the line ends and tabs of some, and
  /// Unicode's noncharacters. Texts that are not opaque come to the handler in Unicode's composed form (NFC), and as `""`
  /// when they hold nothing but white space.
  /// They never hold more than 30 combining marks in a row, and unless they are pasted no characters that cannot be seen,
  /// except a joiner, a variation selector or a flag's tags where they shape their neighbours.
  public enum TextForm: String, Sendable, CaseIterable {
    /// One line: names, ids, words to search for. The form of every text whose schema names none.
    case line
    /// Several lines, divided by line feeds, with tabs and with marks of direction (U+061C, U+200E, U+200F). A carriage
    /// return before a line feed is left out.
    case lines
    /// A phone number or an address as it was typed or pasted, with white space, line ends and characters that cannot be
    /// seen around and in it; the handler brings it to a normal form of its own.
    case pasted
    /// A secret such as a password, which comes to the handler byte for byte.
    case opaque
  }

  /// The keyword under which a schema names the form.
  static let textKeyword = "x-text"

  /// This text schema with the form of its text.
  public func text(_ form: TextForm) -> Schema { with(Self.textKeyword, .string(form.rawValue)) }
}
