import FieldhouseMachine
import Foundation
import NIOCore

/// The folders of the web app together. Beside its own path each file has an address with the fingerprint of all files of its
/// folder, such as `/assets/0f3a…/app.js`, under which browsers keep it for good. Pages name their files so, and have their
/// scripts find those of the same release by an import map; whoever knows no such map asks by the paths themselves.
struct WebTree: Sendable {
  private static let start = "/assets/"

  private let folders: [StaticFiles]

  /// - Parameter folders: looked through in order.
  init(_ folders: [StaticFiles]) {
    let map = Self.map(of: folders)
    let policy = MediaType.pagePolicy(allowing: map)
    self.folders = folders.map { folder in
      folder.changingPages { page in page.naming(map, policy) { Self.address(of: $0, in: folders) } }
    }
  }

  /// The file of a path, nil when none is there. Under the fingerprint of another release it is the present file, which is not
  /// kept: a page that is open meanwhile goes on.
  func file(path: String) -> StaticFiles.File? {
    guard path.hasPrefix(Self.start) else { return folders.firstNonNil { $0.file(path: path) } }
    let rest = path.dropFirst(Self.start.count)
    guard let end = rest.firstIndex(of: "/") else { return nil }
    return folders.firstNonNil { folder in
      guard var file = folder.file(path: String(rest[end...])), !file.isPage else { return nil }
      file.isForGood = rest[..<end] == folder.fingerprint
      return file
    }
  }

  /// Where a file is kept for good; nil for what is no file, for pages, and for what names itself in the place it is installed from.
  private static func address(of path: String, in folders: [StaticFiles]) -> String? {
    folders.firstNonNil { folder in
      folder.file(path: path).flatMap { $0.isPage ? nil : "\(start)\(folder.fingerprint)\(path)" }
    }
  }

  /// What scripts are found by (HTML § 8.1.6.2, import maps). The longest prefix decides; what a script names beside itself has
  /// its address already.
  private static func map(of folders: [StaticFiles]) -> String {
    let entries = folders.map { "\"\($0.prefix)\":\"\(start)\($0.fingerprint)\($0.prefix)\"" }
    return "{\"imports\":{\((entries + ["\"\(start)\":\"\(start)\""]).joined(separator: ","))}}"
  }
}

extension StaticFiles.File {
  fileprivate var isPage: Bool { type.hasPrefix("text/html") }

  /// A page that names its files by where they are kept, with the map before its first script; as it is where it has none.
  fileprivate func naming(
    _ map: String, _ policy: String, _ address: (String) -> String?
  ) -> StaticFiles.File {
    var text = String(buffer: bytes)
    guard let first = text.range(of: "<script") else { return self }
    text.insert(contentsOf: "<script type=\"importmap\">\(map)</script>\n  ", at: first.lowerBound)
    text.replace(/(?<name>href|src)="(?<path>\/[^"]*\.(?:css|js|svg|png))"/) { found in
      address(String(found.path)).map { "\(found.name)=\"\($0)\"" } ?? String(found.0)
    }
    var page = StaticFiles.File(Array(text.utf8), type: type, name: tag)
    page.policy = policy
    return page
  }
}

extension MediaType {
  /// What a page of ours may load when it has one text inline, a map of scripts, which its digest allows (CSP 3 § 2.3.1).
  static func pagePolicy(allowing text: String) -> String {
    let hex = Array(SHA256.hex(of: Array(text.utf8)).utf8)
    let pairs = stride(from: 0, to: hex.count, by: 2).map { String(decoding: hex[$0..<$0 + 2], as: UTF8.self) }
    let digest = Data(pairs.compactMap { UInt8($0, radix: 16) })
    return "\(pagePolicy); script-src 'self' 'sha256-\(digest.base64EncodedString())'"
  }
}

extension Sequence {
  fileprivate func firstNonNil<Found>(_ find: (Element) -> Found?) -> Found? {
    for element in self { if let found = find(element) { return found } }
    return nil
  }
}
