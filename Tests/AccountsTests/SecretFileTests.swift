import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseAccounts

@Suite struct `The secret of an installation` {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID().uuidString)")

  @Test func `is the same for hosts that start at once, readable by its owner alone`() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "secret.key").path
    let hashes = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<64 { group.addTask { try InstallationSecret.load(path: path).hash("test", "text") } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(hashes.count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["secret.key"])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o600)
  }

  @Test func `is refused when it is damaged, and not replaced`() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "secret.key").path
    try Data("short".utf8).write(to: URL(filePath: path))
    #expect(throws: SecretFileError.self) { try InstallationSecret.load(path: path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "short")
  }
}
