import FieldhouseKit

/// A plugin that a test puts into an installation: its manifest, and the files of its bundle folder.
struct PluginFixture {
  let id: String
  /// The manifest's file name without its ending.
  var file: String
  /// The manifest's text; made of `manifest` unless a test writes it itself.
  var text: String?
  var manifest: JSON
  var files: [String: [UInt8]]

  /// A healthy plugin.
  init(_ id: String, symbol: String = "fixture_c", version: String = "1.0.0") {
    self.id = id
    file = id
    manifest = [
      "id": .string(id), "name": "A plugin", "version": .string(version), "kit": "^1.0.0",
      "library": ["path": "libfixture.so", "symbol": .string(symbol)], "contributions": ["routes": ["GET /names"]],
    ]
    files = ["libfixture.so": LibraryFixture.plugin.owned(by: id).bytes]
  }

  /// The value at a path of the manifest; setting creates the objects on the way, setting nil removes.
  subscript(_ path: String...) -> JSON? {
    get { manifest[pointer: JSONPointer(path)] }
    set { manifest = manifest.replacing(path[...], with: newValue) }
  }

  /// Adds a module with one rule function, which a self-test calls.
  mutating func declare(rule: String, _ arguments: JSON, gives expected: JSON, _ type: JSON) {
    files["librules.so"] = LibraryFixture.rules.bytes
    let function: JSON = [
      "name": .string(rule), "symbol": .string(rule), "parameters": [type], "result": "int64",
      "tests": [["arguments": arguments, "expected": expected]],
    ]
    self["contributions", "rules"] = [["module": "librules.so", "functions": [function]]]
  }

  mutating func use(_ library: LibraryFixture) {
    files["libfixture.so"] = library.owned(by: id).bytes
  }
}

extension JSON {
  fileprivate func replacing(_ path: ArraySlice<String>, with value: JSON?) -> JSON {
    guard let key = path.first else { return value ?? .null }
    var members = object ?? [:]
    members[key] = path.count == 1 ? value : (members[key] ?? .object([:])).replacing(path.dropFirst(), with: value)
    return .object(members)
  }
}
