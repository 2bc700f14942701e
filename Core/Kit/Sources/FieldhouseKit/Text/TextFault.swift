/// What is wrong with one character of a text.
struct TextFault: Error, Hashable {
  /// The kinds, with the code that the interface answers.
  enum Kind: String {
    case control = "text-control"
    case noncharacter = "text-noncharacter"
    case invisible = "text-invisible"
    case marks = "text-marks"
  }

  let kind: Kind
  let scalar: Unicode.Scalar
  /// The number of the character in the text, from 1, counted in Unicode scalars.
  let position: Int

  /// The sentence people read; it never repeats the text.
  var detail: String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return switch kind {
    case .control: "Character \(position) is \(name), a control character; remove it."
    case .noncharacter: "Character \(position) is \(name), which is no character; remove it."
    case .invisible: "Character \(position) is \(name), which cannot be seen; remove it."
    case .marks: "More than \(TextScan.mostMarks) combining marks follow each other up to character \(position)."
    }
  }
}
