public import FieldhouseKit

/// Where the pictures of pages and advertisements are kept, made small and free of metadata before that.
public struct ContentPictures: Sendable {
  /// The largest picture taken, in bytes.
  let maximumBytes: Int
  /// Makes a picture small and keeps it under an id that no other has.
  let keep: @Sendable (_ picture: [UInt8]) async throws -> String
  /// The content of a picture that is kept; nil when it is gone.
  let file: @Sendable (_ id: String) async throws -> MediaFile?
  /// Forgets one.
  let remove: @Sendable (_ id: String) async throws -> Void

  /// - Parameters:
  ///   - keep: throws ``Problem`` 415 `picture-type` for what is no picture, and gives each a new id of 64 hexadecimal digits.
  ///   - file: nil for one that is gone.
  public init(
    maximumBytes: Int, keep: @escaping @Sendable ([UInt8]) async throws -> String,
    file: @escaping @Sendable (String) async throws -> MediaFile?,
    remove: @escaping @Sendable (String) async throws -> Void
  ) {
    (self.maximumBytes, self.keep, self.file, self.remove) = (maximumBytes, keep, file, remove)
  }

  static let unknown = Problem.notFound("picture-unknown", "There is no such picture.")
  static let noPicture = Problem(
    status: 415, code: "picture-type", detail: "Send a JPEG, PNG or WebP picture as the body of the request.")
}

extension ContentPictures {
  /// A route that takes a picture as the body of the request; operators alone may call it.
  /// - Parameters:
  ///   - name: the parameter of the path that names the thing.
  ///   - set: puts a kept picture in the place of another, whose id it gives back; throws `unknown` for what there is not.
  func uploading(
    _ path: String, _ summary: String, of name: String, input: Schema, unknown: Problem,
    set: @escaping @Sendable (_ thing: String, _ file: String?) async throws -> String?
  ) -> Route {
    var route = Route(
      method: .put, path: path, summary: summary, access: .operators, input: input, output: nil, status: 204,
      problems: [unknown, Self.noPicture],
      handler: Route.Handler(plain: { request, _ in
        let file = try await keep(request.body)
        do {
          try await forget(set(request.parameters[name] ?? "", file))
        } catch {
          try await remove(file)
          throw error
        }
        return RawResponse(status: 204)
      }))
    route.bodyTypes = ["image/jpeg", "image/png", "image/webp"]
    route.maximumBodyBytes = maximumBytes
    return route
  }

  /// A route that answers with a picture. Browsers ask each time whether it is still shown, and get it only once.
  /// - Parameters:
  ///   - name: the parameter of the path that names the thing; the picture's is `file`.
  ///   - isShown: whether a thing has just this picture, and is shown to everybody.
  func looking(
    _ path: String, _ summary: String, of name: String, input: Schema,
    isShown: @escaping @Sendable (_ thing: String, _ file: String) async throws -> Bool
  ) -> Route {
    Route(
      method: .get, path: path, summary: summary, access: .everyone, input: input, output: .string(), status: 200,
      contentType: "image/jpeg", problems: [Self.unknown],
      handler: Route.Handler(plain: { request, _ in
        let (thing, id) = (request.parameters[name] ?? "", request.parameters["file"] ?? "")
        guard try await isShown(thing, id), let picture = try await file(id) else { throw Self.unknown }
        let headers = [
          "etag": "\"\(id)\"", "cache-control": "private, no-cache",
          "content-security-policy": "default-src 'none'; sandbox", "content-disposition": "inline",
        ]
        return RawResponse(status: 200, contentType: picture.contentType, headers: headers, body: picture.bytes)
      }))
  }

  /// Forgets a picture, if there is one.
  func forget(_ file: String?) async throws { if let file { try await remove(file) } }

  /// What is asked of the name of a file.
  static var fileID: Schema { .string(pattern: "^[0-9a-f]{64}$") }
}
