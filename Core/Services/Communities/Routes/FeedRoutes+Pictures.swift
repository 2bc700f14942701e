internal import FieldhouseKit

extension FeedRoutes {
  func pictureRoutes<Address: FeedAddress>(
    _ address: Address.Type, _ writing: Access, _ unknown: [Problem], _ routes: inout Routes
  ) {
    guard let pictures else { return }
    routes.add(uploading(address, writing, unknown, pictures))
    routes.add(looking(address, unknown, pictures))
  }

  /// The picture is the body of the request itself.
  private func uploading<Address: FeedAddress>(
    _: Address.Type, _ writing: Access, _ unknown: [Problem], _ pictures: GroupPictures
  ) -> Route {
    var route = Route(
      method: .post, path: Address.pictures, summary: "Upload a picture for a post of mine (JPEG, PNG or WebP)",
      access: writing, input: .object(Address.fields, required: Address.fields.map(\.0)),
      output: UploadedPicture.schema, status: 201, problems: unknown + Self.writing + [GroupProblem.noPicture],
      handler: Route.Handler(plain: { [self] request, call in
        let found = try await keep(request.body, in: Address(request.parameters), pictures, call)
        return RawResponse(status: 201, contentType: "application/json", body: Array(found.serialized().utf8))
      }))
    route.bodyTypes = ["image/jpeg", "image/png", "image/webp"]
    route.maximumBodyBytes = pictures.maximumBytes
    return route
  }

  /// Nothing is worked on or kept for who may not post.
  private func keep<Address: FeedAddress>(
    _ bytes: [UInt8], in address: Address, _ pictures: GroupPictures, _ call: Call
  ) async throws -> JSON {
    _ = try await reader(address, call)
    try await storage.write { transaction in
      let (feeds, standing, me) = try await Self.open(address, call, transaction)
      try await feeds.begin(.pictures, in: standing, by: me.id)
    }
    let file = try await pictures.keep(bytes, false)
    do {
      return try await storage.write { transaction in
        let (feeds, standing, me) = try await Self.open(address, call, transaction)
        return try JSON(encoding: UploadedPicture(address: try await feeds.keep(file, in: standing, of: me.id)))
      }
    } catch {
      try await pictures.remove(file)
      throw error
    }
  }

  /// Who does not see the post (any more) learns no more than who asks for a picture that never was. Browsers ask each time
  /// whether it may still be shown, and get it only once.
  private func looking<Address: FeedAddress>(
    _: Address.Type, _ unknown: [Problem], _ pictures: GroupPictures
  ) -> Route {
    let file: (String, Schema) = ("file", .string(pattern: "^[0-9a-f]{64}$"))
    let fields = Address.fields + [file]
    return Route(
      method: .get, path: "\(Address.pictures)/{file}", summary: "A picture of a post that I see", access: .guest,
      input: .object(fields, required: fields.map(\.0)), output: .string(), status: 200, contentType: "image/jpeg",
      problems: unknown + [GroupProblem.pictureUnknown],
      handler: Route.Handler(plain: { [self] request, call in
        let file = request.parameters["file"] ?? ""
        let reader = try await reader(Address(request.parameters), call)
        guard try await shows(file, reader), let picture = try await pictures.file(file) else {
          throw GroupProblem.pictureUnknown
        }
        let headers = [
          "etag": "\"\(file)\"", "cache-control": "private, no-cache",
          "content-security-policy": "default-src 'none'; sandbox", "content-disposition": "inline",
        ]
        return RawResponse(status: 200, contentType: picture.contentType, headers: headers, body: picture.bytes)
      }))
  }

  /// Its author sees a picture that is not posted yet; those who moderate see also one that an edit has taken out.
  private func shows(_ file: String, _ reader: FeedReader) async throws -> Bool {
    let standing = reader.standing
    guard let picture = try await rows.picture(file, in: standing.feed) else { return false }
    guard let number = picture.post else { return picture.account == reader.me }
    do {
      let post = try await reader.post(number, showsAll: true)
      let address = standing.feed.pictureAddress(file, in: groups.rules.area)
      return standing.mayModerate || post.media.contains(address)
    } catch let problem as Problem {
      guard problem.code == FeedProblem.unknownPost.code else { throw problem }
      return false
    }
  }
}

/// A picture that waits for its post.
struct UploadedPicture: RouteOutput, Decodable {
  /// To be given among the media of the post. A picture that is not posted within a day is taken away.
  let address: String
}
