/// Files that people or plugins give to the host, named by their content.
public protocol Media: Sendable {
  /// Stores bytes; the same bytes get the same id.
  /// - Throws: ``Problem`` 413 `media-too-large` when larger than the host's limit, 415 `media-type` for a type it does not
  ///   keep, 415 `media-content` when the bytes do not begin like a file of the type.
  func store(_ bytes: [UInt8], contentType: String) async throws -> MediaFile

  /// A stored file, nil when unknown.
  func file(_ id: String) async throws -> MediaFile?

  /// Removes a file that no record names any longer.
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
