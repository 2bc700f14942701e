internal import FieldhouseKit

extension Accounts {
  /// The picture is the body of the request itself.
  func pictureRoutes(_ routes: inout Routes, _ pictures: Pictures) {
    var upload = Route(
      method: .put, path: "/me/picture", summary: "Upload my picture (JPEG, PNG or WebP)", access: .account,
      input: NoInput.schema, output: nil, status: 204, problems: [Pictures.noPicture],
      handler: Route.Handler(plain: { [self] request, call in
        let id = try await pictures.keep(request.body)
        try await show(id, of: try call.account.id, pictures)
        return RawResponse(status: 204)
      }))
    upload.maximumBodyBytes = Pictures.maximumBytes
    routes.add(upload)
    routes.delete("/me/picture", "Remove my picture", access: .account) { [self] (_: NoInput, call) in
      try await show(nil, of: try call.account.id, pictures)
      return NoContent()
    }
  }

  private func show(_ id: String?, of account: AccountID, _ pictures: Pictures) async throws {
    let old = try await parts.directory.member(account)?.person.picture
    try await parts.profiles.setPicture(id, of: account)
    if let old, old != id { try await pictures.removeUnlessShown(old, storage: context.storage) }
  }
}
