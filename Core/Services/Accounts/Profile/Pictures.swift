public import FieldhouseKit

/// Profile pictures: made small and free of metadata before they are kept.
public struct Pictures: Sendable {
  /// Makes a picture small: a JPEG without metadata, turned upright.
  /// - Throws: ``Problem`` 415 for bytes that are no picture, 503 when nothing can be done now.
  public typealias Shrink = @Sendable (_ picture: [UInt8]) async throws -> [UInt8]

  /// The largest picture taken, in bytes.
  public static let maximumBytes = 10 << 20
  /// What pictures are kept as.
  public static let kept = "image/jpeg"

  private let media: any Media
  private let shrink: Shrink
  private let square: Shrink

  /// Pictures kept in `media`.
  /// - Parameter square: cuts to a square around the middle as well; without it nothing is cut.
  public init(media: any Media, square: Shrink? = nil, shrink: @escaping Shrink) {
    self.media = media
    self.shrink = shrink
    self.square = square ?? shrink
  }

  /// Keeps a picture.
  /// - Returns: the id of its file.
  func keep(_ picture: [UInt8]) async throws -> String {
    try await media.store(try await small(picture), contentType: Self.kept).id
  }

  /// A picture as one is kept: ``kept``.
  /// - Parameter isSquare: whether it is cut to a square around its middle.
  /// - Throws: ``Problem`` 415 `picture-type` for what is no picture; 503 when nothing can be done now.
  public func small(_ picture: [UInt8], isSquare: Bool = false) async throws -> [UInt8] {
    guard Self.isPicture(picture) else { throw Self.noPicture }
    return try await isSquare ? square(picture) : shrink(picture)
  }

  /// The content of a picture that is kept; nil when it is gone.
  func file(_ id: String) async throws -> MediaFile? { try await media.file(id) }

  /// A file goes when the last person who showed it has another one.
  func removeUnlessShown(_ id: String, storage: any Storage) async throws {
    let isShown = try await storage.read { transaction in
      try await transaction.first("select 1 from people where picture = \(id) limit 1") != nil
    }
    if !isShown { try await media.remove(id) }
  }

  /// Whether the bytes begin as a JPEG, PNG or WebP does, whatever the request calls them.
  private static func isPicture(_ bytes: [UInt8]) -> Bool {
    let isWebP = bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    return bytes.starts(with: [0xFF, 0xD8, 0xFF]) || bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) || isWebP
  }

  /// The answer to everybody who may not see a picture, whatever the reason.
  static let unknown = Problem.notFound("picture-unknown", "There is no such picture, or it is not shown to you.")
  static let noPicture = Problem(
    status: 415, code: "picture-type", detail: "Send a JPEG, PNG or WebP picture as the body of the request.")
}
