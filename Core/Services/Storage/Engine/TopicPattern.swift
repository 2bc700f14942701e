internal import FieldhouseKit

/// A pattern of live topics such as `cards/{card}`, taken apart once: topics are looked at with every event.
struct TopicPattern: Sendable {
  /// Its parts, nil for a parameter.
  private let parts: [[UInt8]?]

  init(_ pattern: String) {
    parts = Self.parts(of: pattern).map { $0.first == UInt8(ascii: "{") ? nil : Array($0) }
  }

  /// Whether it covers a name of some parts, as ``LiveTopic`` has it: a parameter stands for one, which is not empty.
  func covers(_ name: [Substring.UTF8View]) -> Bool {
    guard name.count == parts.count else { return false }
    return zip(parts, name).allSatisfy { declared, part in
      declared.map { $0.elementsEqual(part) } ?? !part.isEmpty
    }
  }

  static func parts(of name: String) -> [Substring.UTF8View] {
    name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  }
}
