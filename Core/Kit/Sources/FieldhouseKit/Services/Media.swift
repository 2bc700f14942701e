/// The plugin's files, named by their content. The manifest asks for them with `"permissions": {"media": true}`; without that each
/// of these throws ``Problem`` 403 `forbidden`.
///
/// Whoever is told a file's id may fetch it from `/v1/media/<id>` as long as the plugin runs and keeps it. Files are no part
/// of a transaction: store one before the transaction that names it. ``Plugin/erase(_:in:)`` removes the files of whoever
/// leaves, unless somebody else's record names the same content; it is called again when it fails, and removing a file that
/// is gone does nothing.
public protocol Media: Sendable {
  /// Stores bytes; the same bytes get the same id.
  /// - Throws: ``Problem`` 413 `media-too-large` when larger than the host's limit, 415 `media-type` for a type it does not
  ///   keep, 415 `media-content` when the bytes do not begin like a file of the type.
  func store(_ bytes: [UInt8], contentType: String) async throws -> MediaFile

  /// A stored file, nil when unknown.
  func file(_ id: String) async throws -> MediaFile?

  /// Removes a file that no record names any longer; nothing happens when there is none. Other plugins that keep the same
  /// content still have it.
  func remove(_ id: String) async throws
}

/// A stored file.
public struct MediaFile: Sendable, Hashable {
  /// The id: SHA-256 of the content in hexadecimal.
  public var id: String
  /// The media type.
  public var contentType: String
  /// The content.
  public var bytes: [UInt8]

  /// A file.
  public init(id: String, contentType: String, bytes: [UInt8]) {
    self.id = id
    self.contentType = contentType
    self.bytes = bytes
  }
}
