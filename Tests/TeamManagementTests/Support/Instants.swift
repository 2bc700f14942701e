import FieldhouseKit
import Foundation
import Testing

@testable import TeamManagement

/// Times as the tests of rules write them.
enum Instants {
  /// An instant such as `2025-09-02T16:00:00Z`.
  static func at(_ text: String) throws -> Date { try #require(RFC3339.date(from: text), "\(text)") }

  /// An instant as text; nothing for one that cannot be written.
  static func text(_ instant: Date) -> String { RFC3339.string(from: instant) ?? "" }

  static func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name), "\(name)") }
}
