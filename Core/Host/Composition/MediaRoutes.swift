import FieldhouseKit

/// The files that people and plugins gave to the host, mounted at `/v1/media`. A file's id is the hash of its content:
/// whoever was told it may fetch the file, and it never changes.
struct MediaRoutes: Sendable {
  let places: [any Media]

  func routes(_ routes: inout Routes) {
    let schema = Schema.object([("file", .string(pattern: "^[0-9a-f]{64}$"))], required: ["file"])
    routes.add(
      Route(
        method: .get, path: "/{file}", summary: "A picture or document", access: .everyone, input: schema,
        output: .string(), status: 200, contentType: "image/jpeg", problems: [Self.unknown],
        handler: Route.Handler(plain: { request, _ in
          try await answer(request.parameters["file"] ?? "")
        })))
  }

  private func answer(_ id: String) async throws -> RawResponse {
    for place in places {
      if let file = try await place.file(id) { return Self.response(file, id) }
    }
    throw Self.unknown
  }

  /// What is no picture is saved, not opened; nothing in a file may run.
  private static func response(_ file: MediaFile, _ id: String) -> RawResponse {
    let isPicture = file.contentType.hasPrefix("image/")
    return RawResponse(
      status: 200, contentType: file.contentType,
      headers: [
        "etag": "\"\(id)\"", "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": "default-src 'none'; sandbox",
        "content-disposition": isPicture ? "inline" : "attachment",
      ], body: file.bytes)
  }

  private static let unknown = Problem.notFound("media-unknown", "There is no such file.")
}
