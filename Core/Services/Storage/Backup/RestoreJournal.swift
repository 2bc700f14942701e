internal import FieldhouseKit
internal import Foundation

/// What a restore is about to change in a data folder. Once it is on disk the restore counts: whatever ends the process,
/// whoever comes next finishes it, or takes it back when the server's part has not happened.
struct RestoreJournal: Codable, Sendable, Hashable {
  /// The server's part of a restore.
  struct Server: Codable, Sendable, Hashable {
    /// Names the switch.
    var id: String
    /// The switch whose kept schemas come back; nil when copied ones come in.
    var undone: String?
  }

  /// The name of the journal in the data folder.
  static let name = "restore.pending"
  /// The name under which the journal stays with what was kept.
  static let record = "restored.json"
  /// Where a backup is taken apart.
  static let staging = ".restoring"
  /// Where what nobody wants to keep goes.
  static let waste = ".restored-away"
  /// Begins the names of the folders with what was kept.
  static let keptPrefix = "before-restore-"

  /// The folder with what comes in.
  var staged: String
  /// The folder for what goes.
  var kept: String
  /// The names that come in; what has such a name goes.
  var incoming: [String]
  /// The names that go without another one coming in.
  var leaving: [String]
  /// The server's part; nil when the databases are files.
  var server: Server?

  /// The namespaces whose files change.
  var namespaces: [String] {
    Set((incoming + leaving).compactMap(BackupNames.namespace)).sorted()
  }

  /// The journal in a data folder.
  /// - Returns: nil when no restore is under way.
  /// - Throws: ``StorageError`` `storage-backup` when it cannot be read.
  static func pending(in folder: String) throws -> RestoreJournal? { try read("\(folder)/\(name)") }

  /// The journal in a file; nil when there is no such file.
  static func read(_ path: String) throws -> RestoreJournal? {
    guard DurableFiles.exists(path) else { return nil }
    guard let data = FileManager.default.contents(atPath: path),
      let journal = try? JSONDecoder().decode(RestoreJournal.self, from: data), journal.isPlain
    else {
      throw StorageError(
        .backup, "The journal \(path) of a restore cannot be read. Restore the backup again into an empty folder.")
    }
    return journal
  }

  /// Puts it into a file, on disk.
  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    try DurableFiles.write(try encoder.encode(self), to: path)
  }

  /// Moves everything. It may be done again from any point where it was left.
  /// - Throws: ``StorageError``; the journal stays then.
  func perform(in folder: String) throws {
    let (staged, kept) = ("\(folder)/\(staged)", "\(folder)/\(kept)")
    try DurableFiles.makeFolder(kept)
    try write(to: "\(kept)/\(Self.record)")
    for name in leaving where DurableFiles.exists("\(folder)/\(name)") {
      try DurableFiles.move("\(folder)/\(name)", to: "\(kept)/\(name)")
    }
    for name in incoming where DurableFiles.exists("\(staged)/\(name)") {
      if DurableFiles.exists("\(folder)/\(name)") {
        try DurableFiles.move("\(folder)/\(name)", to: "\(kept)/\(name)")
      }
      try DurableFiles.move("\(staged)/\(name)", to: "\(folder)/\(name)")
    }
    for path in [kept, folder] { try DurableFiles.sync(path) }
    // A namespace that is gone leaves no lease: it would look as if its file had been lost.
    for name in leaving where BackupNames.namespace(of: name) != nil {
      try DurableFiles.remove("\(folder)/\(name).lease")
    }
    try DurableFiles.remove(staged)
    try finish(in: folder)
  }

  /// Ends it: the folder is what it is now.
  func finish(in folder: String) throws {
    try DurableFiles.remove("\(folder)/\(Self.name)")
    try DurableFiles.sync(folder)
    try DurableFiles.remove("\(folder)/\(Self.waste)")
  }

  /// A name of the folder itself, and of nothing below or beside it.
  private var isPlain: Bool {
    ([staged, kept] + incoming + leaving).allSatisfy { name in
      !name.isEmpty && !name.contains("/") && name != "." && name != ".."
    }
  }
}
