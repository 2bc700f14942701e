internal import FieldhouseKit

/// Where the films of pages are kept. They come in parts, and are written as they come.
public struct ContentFilms: Sendable {
  /// The largest film taken, in bytes.
  let maximumBytes: Int
  /// Writes a part of a film that is not whole yet.
  let write: @Sendable (_ bytes: [UInt8], _ offset: Int, _ id: String) async throws -> Void
  /// Says that a film is whole; may be said again.
  let finish: @Sendable (_ id: String) async throws -> Void
  /// Forgets one, whole or not.
  let remove: @Sendable (_ id: String) async throws -> Void

  /// - Parameter maximumBytes: the largest film taken.
  public init(
    maximumBytes: Int, write: @escaping @Sendable ([UInt8], Int, String) async throws -> Void,
    finish: @escaping @Sendable (String) async throws -> Void,
    remove: @escaping @Sendable (String) async throws -> Void
  ) {
    (self.maximumBytes, self.write, self.finish, self.remove) = (maximumBytes, write, finish, remove)
  }

  /// The bytes of each part but the last: 2 MiB.
  static let partBytes = 2 << 20
  /// How long an upload waits to be shown, in seconds; then it is taken away.
  static let waiting = 86_400.0
  /// Where films are fetched, with their id behind it.
  static let prefix = "/v1/content/films/"

  static let unknown = Problem.notFound("film-unknown", "There is no such film, or all of it is there already.")
  static let outOfTurn = Problem.conflict("film-part-missing", "Send the part that comes next; see `received`.")
  static let wrongLength = Problem(
    status: 422, code: "film-part-length",
    detail: "Each part but the last has `partBytes` bytes, the last has the rest.")
  static let noFilm = Problem(
    status: 415, code: "film-type", detail: "The file does not begin as an MP4 or WebM film of the type that was said.")

  func tooLarge(_ bytes: Int) -> Problem {
    Problem(status: 413, code: "film-too-large", detail: "A film has at most \(maximumBytes) bytes, not \(bytes).")
  }

  /// The id in an address of a film here; nil for any other address.
  static func id(in address: String) -> String? {
    guard address.hasPrefix(prefix) else { return nil }
    let id = address.dropFirst(prefix.count)
    let isID = id.utf8.count == 64 && id.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isID ? String(id) : nil
  }

  /// An id that no other film has: 256 random bits.
  static func newID() -> String {
    (0..<4).map { _ in
      let text = String(UInt64.random(in: 0...UInt64.max), radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
  }
}

/// What films may be.
enum FilmType: String, Codable, CaseIterable, Sendable {
  case mp4 = "video/mp4"
  case webm = "video/webm"

  /// Whether bytes begin as a film of the type does: ISO/IEC 14496-12 § 4.3, RFC 8794 § 8.1 with the document type `webm`.
  func fits(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .mp4: bytes.dropFirst(4).starts(with: Array("ftyp".utf8))
    case .webm:
      bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) && bytes.prefix(128).firstRange(of: Array("webm".utf8)) != nil
    }
  }
}

/// A film that comes in parts.
struct FilmView: RouteOutput, Codable, Hashable {
  let film: String
  let partBytes: Int
  let parts: Int
  /// How many parts are there: the number of the next one.
  var received: Int
  /// Where it is fetched once a page shows it; left out until it is whole.
  var address: String?
}
