import FieldhouseKit
import Foundation
import Glibc
import HTTPTypes
import NIOCore
import Synchronization

/// The files of a folder under a path, kept in memory with their entity tags.
public struct StaticFiles: Sendable {
  struct File: Sendable {
    let bytes: ByteBuffer
    let type: String
    let tag: String
    /// The bytes compressed, where that may be worth while.
    var zipped: ZippedFile?
  }

  private let prefix: String
  private let files: [String: File]

  /// Reads a folder, without symbolic links and files whose name begins with a dot.
  /// - Parameters:
  ///   - folder: the folder's path.
  ///   - prefix: where it appears, e.g. `/` or `/plugins/soccer-predictions/`.
  /// - Throws: when the folder cannot be read.
  public init(folder: String, prefix: String) throws {
    self.prefix = prefix
    var files: [String: File] = [:]
    let manager = FileManager.default
    for name in try manager.subpathsOfDirectory(atPath: folder) {
      let path = folder + "/" + name
      guard Self.isFile(path),
        !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }),
        let data = manager.contents(atPath: path)
      else { continue }
      let (bytes, type) = (ByteBuffer(bytes: data), MediaType.of(name))
      files[name] = File(
        bytes: bytes, type: type, tag: "\"\(Fingerprint.of([name], Array(data)))\"",
        zipped: ZippedFile(bytes, type: type))
    }
    self.files = files
  }

  /// Whether a path names a file itself. Foundation would look up the names of its owner and group besides.
  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The file of a path, nil when none is there. A folder answers with its `index.html`.
  func file(path: String) -> File? {
    guard path.hasPrefix(prefix) else { return nil }
    let name = path.dropFirst(prefix.count)
    return files[name.isEmpty || name.hasSuffix("/") ? name + "index.html" : String(name)]
  }
}

extension StaticFiles.File {
  private static let end = Array("</head>".utf8)

  /// The page with tags at the end of its head; as it is where it has none.
  func saying(_ tags: String) -> StaticFiles.File {
    let view = bytes.readableBytesView
    guard let end = view.firstRange(of: Self.end)?.lowerBound else { return self }
    let all = Array(view[..<end]) + Array(tags.utf8) + Array(view[end...])
    return StaticFiles.File(bytes: ByteBuffer(bytes: all), type: type, tag: "\"\(Fingerprint.of([tag], all))\"")
  }

  /// The answer with the file, or that the client has it.
  /// - Throws: ``Problem`` 412 `precondition-failed` when the client wants another version.
  func response(to request: ServerRequest, id: String) throws -> ServerResponse {
    let zipped = AcceptEncoding.allowsGzip(request.header(.acceptEncoding)) ? zipped?.bytes : nil
    // Other bytes have another tag (RFC 9110 § 8.8.3.3); who has either has this version of the file.
    let own = zipped == nil ? tag : zippedTag
    guard request.accepts(tag) || request.accepts(zippedTag) else {
      throw Problem(status: 412, code: "precondition-failed", detail: "The file has another version by now.")
    }
    var fields = HTTPFields()
    fields[.eTag] = own
    if self.zipped != nil { fields[.vary] = "accept-encoding" }
    fields[.cacheControl] = "no-cache"
    fields[.requestID] = id
    fields[.contentSecurityPolicy] = MediaType.pagePolicy
    if request.hasCurrent(own) { return ServerResponse(status: .notModified, headers: fields) }
    fields[.contentType] = type
    if zipped != nil { fields[.contentEncoding] = "gzip" }
    return ServerResponse(status: .ok, headers: fields, body: .bytes(zipped ?? bytes))
  }

  private var zippedTag: String { "\"\(tag.dropFirst().dropLast())-gzip\"" }
}

enum MediaType {
  /// What a page of ours may load: its own files and nothing inline.
  static let pagePolicy =
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"

  /// The type of a file by its name; what is not known is bytes.
  static func of(_ name: String) -> String { known(name) ?? "application/octet-stream" }

  /// The type of a file by its name; nil when its ending says nothing. A name without a dot has no ending.
  static func known(_ name: String) -> String? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return switch name[name.index(after: dot)...] {
    case "html": "text/html; charset=utf-8"
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "json": "application/json"
    case "webmanifest": "application/manifest+json"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "ico": "image/x-icon"
    case "txt": "text/plain; charset=utf-8"
    default: nil
    }
  }
}
