internal import FieldhouseKit

extension Content {
  /// Of a page in all its languages.
  func pictureRoutes(_ routes: inout Routes) {
    routes.add(
      pictures.uploading(
        "/pages/{page}/picture", "Upload the picture of a page (JPEG, PNG or WebP)", of: "page",
        input: WholePageInput.schema, unknown: Self.unknownPage
      ) { [self] page, file in try await setPicture(file, of: page) })
    routes.add(
      pictures.looking(
        "/pages/{page}/picture/{file}", "The picture of a page that is shown", of: "page", input: PageFileInput.schema
      ) { [storage] page, file in
        try await storage.read { try await PageStore.shows(file, of: page, in: $0) }
      })
    routes.delete(
      "/pages/{page}/picture", "Remove the picture of a page", access: .operators, problems: [Self.unknownPage]
    ) { [self] (input: WholePageInput, _) in
      try await pictures.forget(setPicture(nil, of: input.page))
      return NoContent()
    }
    routes.delete(
      "/pages/{page}", "Show a page in no language any more, and remove its picture and films", access: .operators,
      problems: [Self.unknownPage]
    ) { [self] (input: WholePageInput, call) in
      let picture = try await storage.write { transaction in
        guard try await PageStore.withdraw(input.page, in: transaction) else { throw Self.unknownPage }
        return try await PageStore.setPicture(nil, of: input.page, in: transaction)
      }
      try await pictures.forget(picture)
      try await clearFilms(at: call.now)
      return NoContent()
    }
  }

  /// - Returns: the picture that it had, which is to be forgotten.
  private func setPicture(_ file: String?, of page: String) async throws -> String? {
    try await storage.write { transaction in
      guard try await PageStore.isKnown(page, in: transaction) else { throw Self.unknownPage }
      return try await PageStore.setPicture(file, of: page, in: transaction)
    }
  }
}

/// A picture of a page.
struct PageFileInput: RouteInput {
  let page: String
  let file: String

  static var schema: Schema {
    .object([("page", PageFields.page), ("file", ContentPictures.fileID)], required: ["page", "file"])
  }
}

/// A page in all its languages.
struct WholePageInput: RouteInput {
  let page: String
  static var schema: Schema { .object([("page", PageFields.page)], required: ["page"]) }
}
