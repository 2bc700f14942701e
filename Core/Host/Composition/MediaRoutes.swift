import FieldhouseKit

/// The files that plugins keep, mounted at `/v1/media`. A file's id is the hash of its content: whoever was told it may
/// fetch the file as long as a plugin keeps it. Browsers ask each time whether it is still there, so that it has gone for
/// everybody once it is removed, and get it only once.
struct MediaRoutes: Sendable {
  let media: PluginMedia

  func routes(_ routes: inout Routes) {
    let schema = Schema.object([("file", .string(pattern: "^[0-9a-f]{64}$"))], required: ["file"])
    routes.add(
      Route(
        method: .get, path: "/{file}", summary: "A picture or document", access: .everyone, input: schema,
        output: .string(), status: 200, contentType: "image/jpeg", problems: [Self.unknown],
        handler: Route.Handler(plain: { request, _ in
          let id = request.parameters["file"] ?? ""
          guard let file = try await media.file(id) else { throw Self.unknown }
          return Self.response(file, id)
        })))
  }

  /// What is no picture is saved, not opened; nothing in a file may run.
  private static func response(_ file: MediaFile, _ id: String) -> RawResponse {
    let isPicture = file.contentType.hasPrefix("image/")
    return RawResponse(
      status: 200, contentType: file.contentType,
      headers: [
        "etag": "\"\(id)\"", "cache-control": "private, no-cache",
        "content-security-policy": "default-src 'none'; sandbox",
        "content-disposition": isPicture ? "inline" : "attachment",
      ], body: file.bytes)
  }

  private static let unknown = Problem.notFound("media-unknown", "There is no such file.")
}
