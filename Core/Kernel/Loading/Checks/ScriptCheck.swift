internal import FieldhouseKit
internal import Foundation

/// The files beside the script of a page, or of the page of today, that it imports are there. Addresses of the host's own modules, which begin with `/`,
/// and whatever is written in another way than `import "./x.js"`, `from "./x.js"` and `import("./x.js")` is left alone.
struct ScriptCheck {
  private static let most = 100

  func problems(_ draft: PluginDraft, _ files: PluginFiles) -> [ManifestProblem] {
    let pages = draft.manifest.contributions.pages.indices.map {
      JSONPointer(["contributions", "pages"]).appending($0)
    }
    return (pages + [["contributions", "home"]]).flatMap { declaration -> [ManifestProblem] in
      let pointer = declaration.appending("script")
      guard let folder = files.folder, let script = files.paths[pointer] else { return [] }
      return Self.missing(from: script, in: folder).map { file, wanted in
        draft.source.problem(
          .scriptImportMissing, at: pointer, severity: .warning, "\(file) imports \"\(wanted)\", which is not there.",
          found: "\"\(wanted)\"", expected: "a file of the plugin's folder",
          remedy: "Mend the address, or add the file.")
      }
    }
  }

  /// What the script, and what it imports, import in vain: each file with its address there.
  private static func missing(from script: String, in folder: String) -> [(file: String, wanted: String)] {
    let root = URL(fileURLWithPath: folder).standardized.path + "/"
    var known: Set<String> = [URL(fileURLWithPath: script).standardized.path]
    var waiting = Array(known)
    var missing: [(String, String)] = []
    while let path = waiting.popLast(), known.count <= most {
      for address in imports(of: path) {
        let target = URL(fileURLWithPath: address, relativeTo: URL(fileURLWithPath: path)).standardized.path
        guard known.insert(target).inserted else { continue }
        if target.hasPrefix(root), FileManager.default.isReadableFile(atPath: target) {
          waiting.append(target)
        } else {
          missing.append((path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path, address))
        }
      }
    }
    return missing
  }

  private static func imports(of path: String) -> [String] {
    guard let text = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return [] }
    return imports(in: [UInt8](text))
  }

  /// What a script imports from files beside it, in the order in which it stands there.
  static func imports(in script: [UInt8]) -> [String] {
    var found: [String] = []
    var place = 0
    while let quote = script[place...].firstIndex(where: isQuote) {
      place = quote + 1
      let address = script[place...].prefix { !isQuote($0) && $0 != UInt8(ascii: "\n") }
      let isClosed = address.endIndex < script.endIndex && isQuote(script[address.endIndex])
      guard isClosed, isBeside(address), isImport(script[..<quote]) else { continue }
      found.append(String(decoding: address, as: UTF8.self))
      place = address.endIndex + 1
    }
    return found
  }

  private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  private static func isBeside(_ address: ArraySlice<UInt8>) -> Bool {
    ["./", "../"].contains { address.starts(with: $0.utf8) && address.count > $0.utf8.count }
  }

  /// Whether a script that ends before an address ends with `import` or `from`, perhaps with a parenthesis behind.
  private static func isImport(_ before: ArraySlice<UInt8>) -> Bool {
    var before = withoutBlanks(before)
    if before.last == UInt8(ascii: "(") { before = withoutBlanks(before.dropLast()) }
    let word = before.suffix(before.reversed().prefix(while: isWord).count)
    return ["import", "from"].contains { word.elementsEqual($0.utf8) }
  }

  private static func withoutBlanks(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.dropLast(text.reversed().prefix { [9, 10, 11, 12, 13, 32].contains($0) }.count)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
