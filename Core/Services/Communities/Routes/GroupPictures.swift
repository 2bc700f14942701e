public import FieldhouseKit

/// Where the pictures of groups are kept, made small and free of metadata before that.
public struct GroupPictures: Sendable {
  /// The largest picture taken, in bytes.
  let maximumBytes: Int
  /// Makes a picture small, cut to a square where that is wanted, and keeps it under an id that no other has.
  let keep: @Sendable (_ picture: [UInt8], _ isSquare: Bool) async throws -> String
  /// The content of a picture that is kept; nil when it is gone.
  let file: @Sendable (_ id: String) async throws -> MediaFile?
  /// Forgets one.
  let remove: @Sendable (_ id: String) async throws -> Void

  /// - Parameters:
  ///   - keep: throws ``Problem`` 415 `picture-type` for what is no picture, and gives each a new id of 64 hexadecimal digits.
  ///   - file: nil for one that is gone.
  public init(
    maximumBytes: Int, keep: @escaping @Sendable ([UInt8], Bool) async throws -> String,
    file: @escaping @Sendable (String) async throws -> MediaFile?,
    remove: @escaping @Sendable (String) async throws -> Void
  ) {
    (self.maximumBytes, self.keep, self.file, self.remove) = (maximumBytes, keep, file, remove)
  }
}

extension GroupLedger {
  /// Gives a group a picture, or none; the one before is forgotten when it is cleared away.
  /// - Parameter file: the id under which it is kept.
  /// - Throws: ``Problem`` 404 `group-unknown`, 409 `group-archived`.
  func setPicture(_ file: String?, of id: String, by actor: AccountID) async throws {
    let group = try await living(id)
    guard file != nil || group.picture != nil else { return }
    try await replacePicture(file, of: group)
    try await note(GroupChange(.edited, of: try await living(id), by: actor))
  }

  func replacePicture(_ file: String?, of group: Group) async throws {
    let address = file.map { group.pictureAddress($0, in: rules.area) }
    _ = try await tables.rows(
      "update fieldhouse_groups set picture = \(address), version = version + 1 where id = \(group.id) returning id")
    guard let old = group.pictureFile else { return }
    _ = try await tables.rows(
      "insert into fieldhouse_group_pictures_gone (file, at) values (\(old), \(now)) on conflict (file) do nothing returning at"
    )
  }
}

extension Group {
  /// Where a picture is fetched, by those who may see the group now.
  func pictureAddress(_ file: String, in area: String) -> String { "/v1/groups/\(area)/\(id)/picture/\(file)" }

  /// The id of the picture's file.
  var pictureFile: String? { picture?.split(separator: "/").last.map { String($0) } }
}
