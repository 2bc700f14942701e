internal import FieldhouseKit

extension Accounts {
  private static let pictureTypes: Set<String> = ["image/jpeg", "image/png", "image/webp"]

  /// The picture is the body of the request itself.
  func pictureRoutes(_ routes: inout Routes, media: any Media) {
    routes.add(
      Route(
        method: .put, path: "/me/picture", summary: "Upload my picture (JPEG, PNG or WebP)", access: .account,
        input: NoInput.schema, output: nil, status: 204, problems: [Self.noPicture],
        handler: Route.Handler(plain: { [self] request, call in
          try await setPicture(request, of: try call.account.id, media)
          return RawResponse(status: 204)
        })))
    routes.delete("/me/picture", "Remove my picture", access: .account) { [self] (_: NoInput, call) in
      try await replacePicture(nil, of: try call.account.id, media)
      return NoContent()
    }
  }

  private func setPicture(_ request: RawRequest, of account: AccountID, _ media: any Media) async throws {
    guard let type = request.contentType, Self.pictureTypes.contains(type), !request.body.isEmpty else {
      throw Self.noPicture
    }
    let file = try await media.store(request.body, contentType: type)
    try await replacePicture(file.id, of: account, media)
  }

  /// A file goes when the last person who showed it has another one.
  private func replacePicture(_ id: String?, of account: AccountID, _ media: any Media) async throws {
    let old = try await parts.directory.member(account)?.person.picture
    try await parts.profiles.setPicture(id, of: account)
    guard let old, old != id else { return }
    let isShown = try await context.storage.read { transaction in
      try await transaction.first("select 1 from people where picture = \(old) limit 1") != nil
    }
    if !isShown { try await media.remove(old) }
  }

  private static let noPicture = Problem(
    status: 415, code: "picture-type", detail: "Send a JPEG, PNG or WebP picture as the body of the request.")
}
