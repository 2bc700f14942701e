import FieldhouseKit
import Foundation

/// Sends bodies to a route that answers what its handler got.
struct TextEcho<Input: RouteInput & RouteOutput> {
  private let routes: Routes

  init(_ type: Input.Type) {
    var routes = Routes()
    routes.put("/echo", "Echoes", access: .everyone) { (input: Input, _) in input }
    self.routes = routes
  }

  func reply(_ body: JSON) async throws -> JSON {
    let call = Call(principal: nil, now: Date(), language: "en", requestID: "r", remoteAddress: "local")
    let request = RawRequest(body: Array(body.serialized().utf8), contentType: "application/json")
    return try JSON(parsing: try await routes.all[0].handler.plain!(request, call).body)
  }

  /// The mistakes as `pointer code`; none when there are none.
  func mistakes(_ body: JSON) async -> [String] {
    do {
      _ = try await reply(body)
      return []
    } catch {
      return (error as? Problem)?.errors.map { "\($0.pointer) \($0.code)" } ?? ["\(error)"]
    }
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
    try await TextEcho(Self.self).reply([form.rawValue: .string(text)])[form.rawValue]?.string
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
