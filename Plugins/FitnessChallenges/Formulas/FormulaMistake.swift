/// Why a text is no formula.
struct FormulaMistake: Error, Hashable {
  /// The character, from 1.
  let position: Int
  /// A sentence that says what to write instead.
  let text: String
}
