internal import FieldhouseKit

extension GroupRoutes {
  func pictureRoutes(_ routes: inout Routes) {
    guard groups.rules.kinds.contains(where: \.hasPictures), let pictures = services.pictures else { return }
    routes.add(uploading(pictures))
    routes.add(looking(pictures))
    routes.delete(
      "/{group}/picture", "Remove a group's picture", access: .guest, problems: Self.guarded + [GroupProblem.archived]
    ) { [self] (input: GroupInput, call) in
      try await change(input.group, .edit, call) { ledger, group, me in
        try await ledger.setPicture(nil, of: group.id, by: me.id)
        return NoContent()
      }
    }
  }

  /// The picture is the body of the request itself.
  private func uploading(_ pictures: GroupPictures) -> Route {
    var route = Route(
      method: .put, path: "/{group}/picture", summary: "Upload a group's picture (JPEG, PNG or WebP)", access: .guest,
      input: GroupInput.schema, output: nil, status: 204,
      problems: Self.guarded + [GroupProblem.noPicture, GroupProblem.noPictures, GroupProblem.archived],
      handler: Route.Handler(plain: { [self] request, call in
        try await upload(request.body, for: request.parameters["group"] ?? "", pictures, call)
        return RawResponse(status: 204)
      }))
    route.bodyTypes = ["image/jpeg", "image/png", "image/webp"]
    route.maximumBodyBytes = pictures.maximumBytes
    return route
  }

  /// Nothing is worked on or kept for who may not do it.
  private func upload(_ bytes: [UInt8], for id: String, _ pictures: GroupPictures, _ call: Call) async throws {
    let group = try await gate(call).demand(.edit, of: call.principal, in: id)
    let kind = try groups.rules.kind(group.kind)
    guard kind.hasPictures else { throw GroupProblem.noPictures }
    guard group.archivedAt == nil else { throw GroupProblem.archived }
    let file = try await pictures.keep(bytes, groups.rules.isOrganisation(kind))
    do {
      try await change(id, .edit, call) { try await $0.setPicture(file, of: $1.id, by: $2.id) }
    } catch {
      try await pictures.remove(file)
      throw error
    }
  }

  /// Who may not see a group (any more) learns no more than who asks for a picture that never was. Browsers ask each time
  /// whether it may still be shown, and get it only when it is another one.
  private func looking(_ pictures: GroupPictures) -> Route {
    let schema = Schema.object(
      [("group", Fields.id), ("file", .string(pattern: "^[0-9a-f]{64}$"))], required: ["group", "file"])
    return Route(
      method: .get, path: "/{group}/picture/{file}", summary: "The picture of a group that I may see",
      access: .everyone, input: schema, output: .string(), status: 200, contentType: "image/jpeg",
      problems: [GroupProblem.pictureUnknown],
      handler: Route.Handler(plain: { [self] request, call in
        let (id, file) = (request.parameters["group"] ?? "", request.parameters["file"] ?? "")
        guard let group = try await seen(id, by: call), group.pictureFile == file,
          let picture = try await pictures.file(file)
        else { throw GroupProblem.pictureUnknown }
        let headers = [
          "etag": "\"\(file)\"", "cache-control": "private, no-cache",
          "content-security-policy": "default-src 'none'; sandbox", "content-disposition": "inline",
        ]
        return RawResponse(status: 200, contentType: picture.contentType, headers: headers, body: picture.bytes)
      }))
  }

  /// A group that somebody may see; nil for who may not.
  private func seen(_ id: String, by call: Call) async throws -> Group? {
    do {
      return try await gate(call).standing(of: call.principal, in: id).group
    } catch let problem as Problem {
      guard problem.code == Problem.unknownGroup.code else { throw problem }
      return nil
    }
  }
}
