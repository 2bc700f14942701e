internal import FieldhouseKit

/// The routes for the pictures of people.
struct PictureRoutes: RouteGroup {
  let context: AccountsContext
  let directory: Directory
  let people: People
  let profiles: Profiles
  let pictures: Pictures

  /// The picture is the body of the request itself.
  func declare(_ routes: inout Routes) {
    var upload = Route(
      method: .put, path: "/me/picture", summary: "Upload my picture (JPEG, PNG or WebP)", access: .account,
      input: NoInput.schema, output: nil, status: 204, problems: [Pictures.noPicture],
      handler: Route.Handler(plain: { [self] request, call in
        let id = try await pictures.keep(request.body)
        try await show(id, of: try call.account.id)
        return RawResponse(status: 204)
      }))
    upload.bodyTypes = ["image/jpeg", "image/png", "image/webp"]
    upload.maximumBodyBytes = Pictures.maximumBytes
    routes.add(upload)
    routes.add(lookingRoute)
    routes.delete("/me/picture", "Remove my picture", access: .account) { [self] (_: NoInput, call) in
      try await show(nil, of: try call.account.id)
      return NoContent()
    }
  }

  /// Who may not see a picture (any more) learns no more than who asks for one that never was. Browsers ask each time
  /// whether it may still be shown, and get it only when it is another one.
  private var lookingRoute: Route {
    let schema = Schema.object(
      [("id", .string(minLength: 1, maxLength: 64)), ("file", .string(pattern: "^[0-9a-f]{64}$"))],
      required: ["id", "file"])
    return Route(
      method: .get, path: "/people/{id}/picture/{file}", summary: "The picture of a person who shows it to me",
      access: .everyone, input: schema, output: .string(), status: 200, contentType: Pictures.kept,
      problems: [Pictures.unknown],
      handler: Route.Handler(plain: { [self] request, call in
        let (id, file) = (AccountID(request.parameters["id"] ?? ""), request.parameters["file"] ?? "")
        guard try await people.shows(file, of: id, to: call.principal?.account.id),
          let picture = try await pictures.file(file)
        else { throw Pictures.unknown }
        let headers = [
          "etag": "\"\(file)\"", "cache-control": "private, no-cache",
          "content-security-policy": "default-src 'none'; sandbox", "content-disposition": "inline",
        ]
        return RawResponse(status: 200, contentType: picture.contentType, headers: headers, body: picture.bytes)
      }))
  }

  private func show(_ id: String?, of account: AccountID) async throws {
    let old = try await directory.member(account)?.person.picture
    try await profiles.setPicture(id, of: account)
    if let old, old != id { try await pictures.removeUnlessShown(old, storage: context.storage) }
  }
}
