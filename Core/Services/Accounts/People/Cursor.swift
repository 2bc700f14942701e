internal import FieldhouseKit
internal import Foundation

/// Where a page of a list ended. Its text is sealed: it can be neither read nor made up.
struct Cursor: Sendable {
  let at: Date
  let id: String

  init(at: Date, id: String) {
    self.at = at
    self.id = id
  }

  /// Reads a cursor's text.
  /// - Throws: ``Problem`` 422 for one that this installation did not make.
  init?(_ text: String?, secret: InstallationSecret) throws {
    guard let text else { return nil }
    let parts = secret.open(text)?.split(separator: "/", maxSplits: 1).map(String.init) ?? []
    guard parts.count == 2, let milliseconds = Int64(parts[0]) else {
      throw Problem.invalid("/after", "cursor", "This is no 'next' of a page. Leave 'after' out to begin anew.")
    }
    self.init(at: Date(millisecondsSince1970: milliseconds), id: parts[1])
  }

  func text(secret: InstallationSecret) -> String { secret.seal("\(at.millisecondsSince1970)/\(id)") }
}

/// `limit` and `after` of a list.
struct PageInput: RouteInput {
  let limit: Int?
  let after: String?

  static var schema: Schema { .object(fields) }

  static var fields: [(String, Schema)] {
    [("limit", .integer(1...100)), ("after", .string(minLength: 1, maxLength: 400))]
  }
}
