/// Which bytes of a file a `Range` field asks for (RFC 9110 § 14.1.2, 14.2).
enum ByteRange: Equatable {
  /// All of them: nothing was asked, several ranges at once, or what is no range of bytes.
  case whole
  case part(Range<Int>)
  /// None that there are.
  case none

  /// The most bytes of an answer to a range, which may be a part of what was asked for (§ 15.3.7): who pauses a film holds no
  /// connection for the rest of it. 4 MiB.
  static let longest = 4 << 20

  /// - Parameter size: of the file, in bytes.
  init(_ field: String?, of size: Int) {
    guard let field, let split = field.firstIndex(of: "="), field[..<split].lowercased() == "bytes" else {
      self = .whole
      return
    }
    let ends = field[field.index(after: split)...].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]) else {
      self = .whole
      return
    }
    switch (first, last) {
    case (.some(let first), .some(let last)) where last < first: self = .whole
    case (.some(let first), let last): self = Self.part(from: first, to: min(last ?? size - 1, size - 1), of: size)
    case (nil, .some(let count)):
      self = Self.part(from: count == 0 ? size : max(0, size - count), to: size - 1, of: size)
    case (nil, nil): self = .whole
    }
  }

  private static func part(from first: Int, to last: Int, of size: Int) -> ByteRange {
    first < size ? .part(first..<min(last + 1, first + longest)) : .none
  }

  /// A number, nil inside where there is none; nil where it is no number. One that is too large is as large as can be.
  private static func number(_ text: Substring) -> Int?? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return .some(text.isEmpty ? nil : Int(text) ?? Int(Int32.max) << 16)
  }
}
