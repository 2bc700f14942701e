internal import FieldhouseKit
internal import Foundation
internal import Glibc
internal import Synchronization

/// The list of the namespaces that a directory holds, in the file `namespaces` beside them: a database that has
/// disappeared is missed, and not made anew in silence.
final class NamespaceMarker: Sendable {
  private let directory: String
  private let turn = Mutex(())

  init(directory: String) { self.directory = directory }

  private var path: String { "\(directory)/namespaces" }

  /// The ids in the list, sorted; none where there is no list.
  var ids: [String] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }.sorted()
  }

  /// The ids in the list whose files are gone.
  var missing: [String] { ids.filter { access(database(of: $0), F_OK) != 0 } }

  /// - Throws: ``StorageError`` `storage-missing` when the list has the namespace and there is no file of it.
  func check(_ id: String) throws(StorageError) {
    guard access(database(of: id), F_OK) != 0, ids.contains(id) else { return }
    throw missing([id])
  }

  /// - Throws: ``StorageError`` `storage-missing` when any file is gone, naming all of them.
  func checkAll() throws(StorageError) {
    let missing = self.missing
    if !missing.isEmpty { throw self.missing(missing) }
  }

  /// Puts a namespace on the list.
  /// - Throws: ``StorageError`` when the list cannot be written.
  func add(_ id: String) throws(StorageError) {
    try turn.withLock { _ throws(StorageError) in
      let ids = self.ids
      if !ids.contains(id) { try write(ids + [id]) }
    }
  }

  /// Takes a namespace off the list.
  /// - Throws: ``StorageError`` when the list cannot be written.
  func remove(_ id: String) throws(StorageError) {
    try turn.withLock { _ throws(StorageError) in
      let ids = self.ids
      if ids.contains(id) { try write(ids.filter { $0 != id }) }
    }
  }

  private func database(of id: String) -> String { "\(directory)/\(id).sqlite" }

  /// The error of files that are gone.
  func missing(_ ids: [String]) -> StorageError {
    let files = ids.map(database).joined(separator: ", ")
    let copies = ids.compactMap { RescueCopy.latest(of: database(of: $0)) }
    let saved = copies.isEmpty ? "" : " What was saved of it: \(copies.joined(separator: ", "))."
    return StorageError(
      .missing,
      "\(files) is gone, which this installation has had.\(saved) Put it back, or restore a backup: fieldhouse restore "
        + "FILE. To begin anew without it, take its line out of \(path).")
  }

  private func write(_ ids: [String]) throws(StorageError) {
    let text =
      "# The databases of this folder. Take a line out only to give up what its database held.\n"
      + ids.sorted().map { $0 + "\n" }.joined()
    let draft = "\(path).\(getpid())"
    try PrivateFile.create(draft)
    guard let file = fopen(draft, "w") else { throw failed() }
    let isWritten = fputs(text, file) >= 0 && fflush(file) == 0 && fsync(fileno(file)) == 0
    guard fclose(file) == 0, isWritten, rename(draft, path) == 0 else {
      unlink(draft)
      throw failed()
    }
  }

  private func failed() -> StorageError {
    StorageError(
      errno == ENOSPC ? .full : .readOnly, "The list \(path) cannot be written: \(String(cString: strerror(errno))).")
  }
}
