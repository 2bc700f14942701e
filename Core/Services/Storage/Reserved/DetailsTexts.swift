internal import FieldhouseKit

/// Writes the details of scores as text. Those of a batch are often alike, so the last ones are kept.
struct DetailsTexts {
  private var last: (details: JSON, text: String)?

  /// The details with sorted keys, so that equal ones have equal texts.
  mutating func text(of details: JSON) -> String {
    if let last, last.details == details { return last.text }
    let text = details.serialized(sortedKeys: true)
    last = (details, text)
    return text
  }
}
