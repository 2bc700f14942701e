import FieldhouseKit
import Foundation

/// Schemas that several routes share.
enum Fields {
  static let id = Schema.string(minLength: 1, maxLength: 200)
  static let day = Schema.string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description: "Such as 2025-08-15.")
  static let instant = Schema.string(format: .dateTime)
  static let zone = Schema.string(minLength: 1, maxLength: 64, description: "Such as Europe/Amsterdam.")
  static let limit = Schema.integer(1...100)
  static let after = Schema.string(maxLength: 400)
  static let title = Schema.string(minLength: 1, maxLength: 60, pattern: "\\S").withMessage(
    "Give it a name of 1 to 60 characters.")

  /// A day from its text.
  /// - Throws: ``Problem`` 422 for a day that does not exist.
  static func day(_ text: String, at pointer: String = "/day") throws -> Int {
    guard let day = CivilDay(text)?.daysSince1970 else {
      throw Problem.invalid(pointer, "day-malformed", "There is no such day. Write it such as 2025-08-15.")
    }
    return day
  }
}

/// A club by its id.
struct ClubInput: RouteInput {
  var club: String
  static var schema: Schema { .object([("club", Fields.id)], required: ["club"]) }
}

/// Where a list that is ordered by a number and an id goes on.
struct NumberCursor {
  let number: Int
  let id: String
  /// How many stand before.
  let passed: Int
  /// The rank of the last one.
  let rank: Int

  /// No list has more entries.
  private static let longest = Int(Int32.max)

  var text: String { "\(number)~\(passed)~\(rank)~\(id)" }

  init(number: Int, id: String, passed: Int, rank: Int) {
    (self.number, self.id, self.passed, self.rank) = (number, id, passed, rank)
  }

  /// - Throws: ``Problem`` 422 for a text that is no cursor.
  init(_ text: String) throws {
    let parts = text.split(separator: "~", maxSplits: 3).map(String.init)
    guard parts.count == 4, let number = Int(parts[0]), let passed = Int(parts[1]), let rank = Int(parts[2]),
      (1...Self.longest).contains(passed), (1...passed).contains(rank)
    else {
      throw Problem.invalid("/after", "cursor", "This is no 'next' of this list. Leave 'after' out to begin anew.")
    }
    self.init(number: number, id: parts[3], passed: passed, rank: rank)
  }
}

/// Ids that cannot be guessed, of lower-case letters and digits.
enum RandomID {
  private static let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")

  /// 16 letters and digits: 80 random bits.
  static func make() -> String { make(16) }

  /// What people read to each other and type.
  static func code() -> String { make(6).uppercased() }

  private static func make(_ count: Int) -> String {
    String((0..<count).map { _ in letters[Int.random(in: letters.indices)] })
  }
}
