/// Films that lie on a disk, answered in the parts that players ask for. Each is at ``address(of:)``.
public struct FilmFiles: Sendable {
  /// A film that is shown to everybody.
  public struct Film: Sendable {
    let contentType: String
    let size: Int
    let read: @Sendable (_ from: Int, _ count: Int) async throws -> [UInt8]

    /// - Parameters:
    ///   - size: in bytes.
    ///   - read: bytes from an offset on, at most `count` and at least one; none only behind the end.
    public init(
      contentType: String, size: Int, read: @escaping @Sendable (_ from: Int, _ count: Int) async throws -> [UInt8]
    ) {
      (self.contentType, self.size, self.read) = (contentType, size, read)
    }
  }

  private static let prefix = "/v1/content/films/"
  let find: @Sendable (_ id: String) async throws -> Film?

  /// - Parameter find: nil for what is not shown; asked for each part, with 64 hexadecimal digits.
  public init(find: @escaping @Sendable (_ id: String) async throws -> Film?) { self.find = find }

  /// Where a film is fetched.
  public static func address(of id: String) -> String { prefix + id }

  /// The id of the film at a path; nil for another path.
  static func id(at path: String) -> String? {
    let id = path.dropFirst(prefix.count)
    let isID = id.utf8.count == 64 && id.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return path.hasPrefix(prefix) && isID ? String(id) : nil
  }
}
