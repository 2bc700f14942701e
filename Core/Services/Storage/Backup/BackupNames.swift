internal import FieldhouseKit

/// What may be in a backup and under which name: a part that has another one is refused before anything is written.
enum BackupNames {
  /// The folders of files that people and plugins gave.
  static let media = ["media", "pictures"]
  /// The plugins' manifests, for reference.
  static let manifests = "manifests-of-backup"
  /// The installation's secret.
  static let secret = "secret.key"
  /// Who has left.
  static let erasures = "erased.ids"
  /// The list of the databases that a data folder has.
  static let list = "namespaces"

  /// Whether a part of that kind may have that name.
  static func isAllowed(_ part: BackupManifest.Part) -> Bool {
    switch part.kind {
    case .database: namespace(of: part.name) != nil
    case .files: (media + [manifests]).contains(part.name)
    case .secret, .sealedSecret: part.name == secret
    case .erasures: part.name == erasures
    }
  }

  /// The namespace whose database has that file name; nil when it is none.
  static func namespace(of name: String) -> String? {
    guard name.hasSuffix(".sqlite") else { return nil }
    let id = String(name.dropLast(7))
    return (try? Namespace(id: id).checkID()) == nil ? nil : id
  }

  /// Whether this is the path of a file inside a folder, which it cannot leave: names of 1 to 200 letters, digits,
  /// `.`, `_` and `-` that do not begin with a dot, separated by slashes.
  static func isInside(_ path: some StringProtocol) -> Bool {
    path.utf8.count <= 800
      && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { name in
        (1...200).contains(name.utf8.count) && !name.hasPrefix(".") && name.utf8.allSatisfy(isPlain)
      }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }
}
