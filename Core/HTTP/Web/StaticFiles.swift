import FieldhouseKit
import FieldhouseMachine
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
    /// Whether it was asked for by an address at which there will never be anything else.
    var isForGood = false
    /// What a page may load.
    var policy = MediaType.pagePolicy

    /// - Parameter name: what tells files of the same content apart.
    init(_ content: [UInt8], type: String, name: String, isZipped: Bool = true) {
      (bytes, self.type) = (ByteBuffer(bytes: content), type)
      tag = "\"\(Fingerprint.of([name], content))\""
      zipped = isZipped ? ZippedFile(bytes, type: type) : nil
    }
  }

  let prefix: String
  /// Tells folders of different files apart: 16 hexadecimal digits of SHA-256.
  let fingerprint: String
  private var files: [String: File]

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
      files[name] = File(Array(data), type: MediaType.of(name), name: name)
    }
    self.files = files
    fingerprint = Self.fingerprint(of: files)
  }

  private static func fingerprint(of files: [String: File]) -> String {
    var hash = SHA256()
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      hash.update("\(name)\u{0}\(file.bytes.readableBytes)\u{0}")
      hash.update(Array(buffer: file.bytes))
    }
    return String(hash.finish().prefix(16))
  }

  /// The folder with other pages; its fingerprint is that of what was read.
  func changingPages(_ change: (File) -> File) -> StaticFiles {
    var changed = self
    changed.files = files.mapValues { $0.type.hasPrefix("text/html") ? change($0) : $0 }
    return changed
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
    // It is another one for each address: compressing it each time would cost more than it spares.
    var page = StaticFiles.File(all, type: type, name: tag, isZipped: false)
    page.policy = policy
    return page
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
    fields[.cacheControl] = isForGood ? "public, max-age=31536000, immutable" : "no-cache"
    fields[.requestID] = id
    fields[.contentSecurityPolicy] = policy
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
