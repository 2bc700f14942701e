internal import FieldhouseKit

extension People {
  /// Whether a picture is the one that a person shows to a viewer now.
  /// - Parameter viewer: nil for somebody who is not signed in.
  func shows(_ picture: String, of id: AccountID, to viewer: AccountID?) async throws -> Bool {
    guard let person = try await directory.member(id)?.person, person.isOpen, person.picture == picture else {
      return false
    }
    guard let viewer, viewer != id else { return viewer == id || person.visibility.shows(.picture, to: .everyone) }
    return try await context.storage.read { transaction in
      if try await Self.isBlocked(viewer, by: id, in: transaction) { return false }
      let circle = try await Self.relation(of: viewer, to: id, in: transaction).circle
      return person.visibility.shows(.picture, to: circle)
    }
  }
}
