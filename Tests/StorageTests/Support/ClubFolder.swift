internal import FieldhouseKit
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

/// A whole installation as storage sees it: two namespaces, files, a secret, and who has left.
struct ClubFolder: Sendable {
  static let table = "create table t (id integer not null primary key, name text not null)"
  static let spaces = ["club", "games"].map { Namespace(id: $0, migrations: [Migration(id: "1", sql: table)]) }

  let world: StorageWorld
  let kind: EngineKind
  var path: String { world.directory }

  init(_ kind: EngineKind, _ world: StorageWorld = .current) throws {
    (self.world, self.kind) = (world, kind)
    try FileManager.default.createDirectory(atPath: world.directory, withIntermediateDirectories: true)
  }

  /// Fills it, everything marked with one word.
  func fill(_ word: String, rows: Int = 3, left: [String] = []) async throws {
    let engine = try world.engine(kind)
    for space in Self.spaces {
      let storage = try await engine.open(space)
      try await storage.migrate()
      for id in 0..<rows { try await storage.execute("insert into t values (\(id), \(word + "-" + space.id))") }
    }
    await engine.close()
    for folder in ["media", "pictures"] {
      try FileManager.default.createDirectory(atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
      for number in 0..<3 { try write("\(folder)/\(word)\(number)", "\(word) in \(folder)") }
    }
    try write("secret.key", "the secret of \(word)")
    if !left.isEmpty { try write("erased.ids", left.map { $0 + "\n" }.joined()) }
  }

  func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)")) }

  func read(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

  func exists(_ name: String) -> Bool { DurableFiles.exists("\(path)/\(name)") }

  /// Every row, file and secret, as lines.
  func contents() async throws -> [String] {
    let engine = try world.engine(kind)
    var lines: [String] = []
    for id in try await engine.namespaces() {
      let storage = try await engine.open(Namespace(id: id))
      let names: [String] = try await storage.column("select name from t order by id")
      lines += names.map { "\(id): \($0)" }
    }
    await engine.close()
    for folder in ["media", "pictures"] {
      lines += try FileBundle.paths(in: "\(path)/\(folder)").map {
        "\(folder)/\($0): \(read("\(folder)/\($0)") ?? "-")"
      }
    }
    return lines + ["secret: \(read("secret.key") ?? "-")"]
  }

  /// Makes a backup of it beside it.
  @discardableResult
  func backUp(_ name: String = "backup", options: BackupOptions = BackupOptions()) async throws -> String {
    let file = "\(path)-\(name)"
    let engine = try world.engine(kind)
    _ = try await StorageBackup(path: file).make(of: engine, in: path, namespaces: Self.spaces, options: options)
    await engine.close()
    return file
  }

  /// Puts a backup in its place.
  @discardableResult
  func restore(_ file: String, _ change: (inout RestoreOptions) -> Void = { _ in }) async throws -> RestoreReport {
    try await run(change) { try await $0.run(file) }
  }

  /// Takes the last restore back.
  @discardableResult
  func undo() async throws -> RestoreReport { try await run { try await $0.undo() } }

  func run<Value: Sendable>(
    _ change: (inout RestoreOptions) -> Void = { _ in }, _ body: (StorageRestore) async throws -> Value
  ) async throws -> Value {
    let engine = try world.engine(kind)
    var options = RestoreOptions()
    options.known = Self.spaces
    change(&options)
    let result: Result<Value, any Error>
    do { result = .success(try await body(StorageRestore(into: path, engine: engine, options: options))) } catch {
      result = .failure(error)
    }
    await engine.close()
    return try result.get()
  }

  /// Settles what a killed restore has left, as every start does.
  func settle() async throws {
    let engine = try world.engine(kind)
    try await PendingRestore(folder: path, engine: engine).settle()
    await engine.close()
  }

  /// The permissions of a file.
  static func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }
}

extension StorageWorld {
  /// A world beside the test's own, for the length of a body.
  static func another<Value>(_ body: (StorageWorld) async throws -> Value) async throws -> Value {
    let world = StorageWorld()
    do {
      let value = try await body(world)
      await world.end()
      return value
    } catch {
      await world.end()
      throw error
    }
  }
}
