import FieldhouseKit
import Foundation

/// Sends bodies to a route that answers what its handler got.
struct TextEcho<Input: RouteInput & RouteOutput> {
  private let probe: RouteProbe

  init(_ type: Input.Type) {
    probe = RouteProbe { $0.put("/echo", "Echoes", access: .everyone) { (input: Input, _) in input } }
  }

  func reply(_ body: String) async throws -> JSON {
    let request = RawRequest(body: Array(body.utf8), contentType: "application/json")
    return try JSON(parsing: try await probe.raw(request).body)
  }

  func reply(_ body: JSON) async throws -> JSON { try await reply(body.serialized()) }

  func reply(_ field: String, _ text: String) async throws -> String? {
    try await reply(.object([field: .string(text)]))[field]?.string
  }

  /// The mistakes as `pointer code`; none when there are none.
  func mistakes(_ body: String) async -> [String] {
    do {
      _ = try await reply(body)
      return []
    } catch {
      return (error as? Problem)?.errors.map { "\($0.pointer) \($0.code)" } ?? ["\(error)"]
    }
  }

  func mistakes(_ body: JSON) async -> [String] { await mistakes(body.serialized()) }

  func mistakes(_ field: String, _ text: String) async -> [String] {
    await mistakes(.object([field: .string(text)]))
  }
}

/// A text of each form.
struct FourForms: RouteInput, RouteOutput {
  var line: String?
  var lines: String?
  var pasted: String?
  var opaque: String?

  static var schema: Schema {
    .object(
      Schema.TextForm.allCases.map { ($0.rawValue, .nullable(.string(maxLength: 64).text($0))) })
  }

  /// What a handler gets of a text in a form.
  static func got(_ text: String, _ form: Schema.TextForm) async throws -> String? {
    try await TextEcho(Self.self).reply(form.rawValue, text)
  }

  /// The first mistake of a text in a form, as `code: sentence`; nil when there is none.
  static func mistake(_ text: String, _ form: Schema.TextForm) async throws -> String? {
    do {
      _ = try await got(text, form)
      return nil
    } catch let problem as Problem {
      return problem.errors.first.map { "\($0.code): \($0.detail)" }
    }
  }
}
