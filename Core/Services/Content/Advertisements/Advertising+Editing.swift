internal import FieldhouseKit
internal import Foundation

extension Advertising {
  private static let changed = Problem(
    status: 412, code: "advertisement-changed",
    detail: "Somebody has changed this by now. Load it again and repeat your change there.")
  private static let tooMany = Problem.conflict(
    "advertisements-too-many", "There are \(most) advertisements, which is the most. Remove some that have ended.")

  func editingRoutes(_ routes: inout Routes) {
    let storage = content.storage
    routes.get("/advertisements", "All advertisements, those that end last first", access: .operators) {
      [self] (input: AdvertisementListInput, _) in try await list(input)
    }
    routes.action(
      "/advertisements", "Make an advertisement", access: .operators, status: 201, problems: [Self.tooMany]
    ) { (input: AdvertisementDraft, _) in
      try input.check()
      return try await storage.write { transaction in
        let all = try await AdvertisementStore.list(before: nil, limit: Self.most, in: transaction)
        guard all.count < Self.most else { throw Self.tooMany }
        return try await AdvertisementStore.insert(input, in: transaction)
      }
    }
    routes.put(
      "/advertisements/{id}", "Change an advertisement", access: .operators, problems: [Self.unknown, Self.changed]
    ) { (input: AdvertisementChange, _) in
      try input.draft.check()
      return try await storage.write { transaction in
        if let changed = try await AdvertisementStore.change(input, in: transaction) { return changed }
        throw try await AdvertisementStore.find(input.id, in: transaction) == nil ? Self.unknown : Self.changed
      }
    }
    routes.delete("/advertisements/{id}", "Remove an advertisement", access: .operators) {
      [content] (input: AdvertisementInput, _) in
      let picture = try await storage.write { transaction in
        let picture = try await AdvertisementStore.picture(of: input.id, in: transaction)
        try await AdvertisementStore.remove(input.id, in: transaction)
        return picture
      }
      try await content.pictures.forget(picture)
      return NoContent()
    }
    routes.add(
      content.pictures.uploading(
        "/advertisements/{id}/picture", "Upload the picture of an advertisement (JPEG, PNG or WebP)", of: "id",
        input: AdvertisementInput.schema, unknown: Self.unknown
      ) { [self] id, file in try await setPicture(file, of: id) })
    routes.delete(
      "/advertisements/{id}/picture", "Remove the picture of an advertisement", access: .operators,
      problems: [Self.unknown]
    ) { [self] (input: AdvertisementInput, _) in
      try await content.pictures.forget(setPicture(nil, of: input.id))
      return NoContent()
    }
  }

  private func list(_ input: AdvertisementListInput) async throws -> Page<Advertisement> {
    let limit = input.limit ?? 20
    let cursor = try input.after.map(AdvertisementCursor.init)
    let found = try await content.storage.read {
      try await AdvertisementStore.list(before: cursor, limit: limit + 1, in: $0)
    }
    let isMore = found.count > limit
    return Page(
      items: Array(found.prefix(limit)), next: isMore ? AdvertisementCursor(after: found[limit - 1]).text : nil)
  }

  /// - Returns: the picture that it had, which is to be forgotten.
  private func setPicture(_ file: String?, of id: String) async throws -> String? {
    try await content.storage.write { transaction in
      guard try await AdvertisementStore.find(id, in: transaction) != nil else { throw Self.unknown }
      let old = try await AdvertisementStore.picture(of: id, in: transaction)
      try await AdvertisementStore.setPicture(file, of: id, in: transaction)
      return old
    }
  }
}
