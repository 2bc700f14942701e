internal import CSQLite
internal import FieldhouseKit
internal import Glibc

extension SQLiteEngine {
  public func health() async -> StorageHealth {
    var health = StorageHealth(engine: name, version: String(cString: sqlite3_libversion()), findings: [])
    health.findings += Self.libraryFindings
    do {
      health.findings += marker.missing.map { finding($0, "storage-missing", marker.missing([$0]).message) }
      for id in try present() { health.findings += check(id) }
    } catch {
      health.findings.append(
        .init(
          namespace: nil, severity: .problem, code: "storage-unavailable",
          message: "The data directory \(directory) cannot be read: \(error)"))
    }
    return health
  }

  private static var libraryFindings: [StorageHealth.Finding] {
    // Fixed in SQLite 3.51.3.
    guard sqlite3_libversion_number() < 3_051_003 else { return [] }
    return [
      .init(
        namespace: nil, severity: .information, code: "sqlite-wal-reset",
        message:
          "This SQLite has the WAL-reset defect. It does not matter as long as only Fieldhouse writes the files: "
          + "one connection writes and checkpoints each. Do not open them with other programs while the host runs.")
    ]
  }

  private func check(_ id: String) -> [StorageHealth.Finding] {
    guard access(path(of: id), W_OK) == 0, access(directory, W_OK) == 0 else {
      let reason = String(cString: strerror(errno))
      return [
        finding(
          id, "storage-read-only",
          "\(path(of: id)) cannot be written: \(reason). Let the host's user write the data directory and its files.")
      ]
    }
    do {
      let connection = try SQLiteConnection(path: path(of: id), role: .reader)
      let answers =
        try connection.run(HostStatement("pragma integrity_check(20)"))
        + connection.run(HostStatement("pragma foreign_key_check"))
      let texts = answers.map { $0.values.map { "\($0.plainText)" }.joined(separator: " ") }.filter { $0 != "ok" }
      return texts.map { corruption(id, "\($0).") }
    } catch {
      return [error.code == .corrupt ? corruption(id, error.message) : finding(id, error.code.name, error.message)]
    }
  }

  private func corruption(_ id: String, _ reason: String) -> StorageHealth.Finding {
    finding(id, "storage-corrupt", "\(path(of: id)): \(reason) Restore a backup: fieldhouse restore FILE.")
  }

  private func finding(_ id: String, _ code: String, _ message: String) -> StorageHealth.Finding {
    .init(namespace: id, severity: .problem, code: code, message: message)
  }
}

extension SQLValue {
  /// The value for a message.
  var plainText: String {
    switch self {
    case .null: "null"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let value): value
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}
