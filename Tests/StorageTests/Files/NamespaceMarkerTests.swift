internal import FieldhouseKit
internal import Foundation
internal import Glibc
internal import Testing

@testable internal import FieldhouseStorage

@Suite("The list of a folder's databases", .storageWorld)
struct NamespaceMarkerTests {
  private var directory: String { StorageWorld.current.directory }

  private func made(_ ids: String...) async throws {
    let engine = try StorageWorld.current.engine(.sqlite)
    for id in ids { try await engine.open(Namespace(id: id)).migrate() }
    await engine.close()
  }

  @Test func `names every namespace that was opened, once, for its owner only`() async throws {
    try await made("club", "accounts")
    try await made("club")
    let text = try String(contentsOfFile: "\(directory)/namespaces", encoding: .utf8)
    #expect(text.split(separator: "\n").filter { !$0.hasPrefix("#") } == ["accounts", "club"])
    #expect(PrivateFile.exposure("\(directory)/namespaces") == nil)
  }

  @Test func `keeps a namespace whose file is gone from coming up empty`() async throws {
    try await made("club", "accounts")
    unlink("\(directory)/club.sqlite")
    let engine = try StorageWorld.current.engine(.sqlite)
    let error = await #expect(throws: StorageError.self) { try await engine.open(Namespace(id: "club")) }
    #expect(error?.code == .missing)
    #expect(error?.message.contains("\(directory)/club.sqlite is gone") == true)
    #expect(error?.message.contains("fieldhouse restore FILE") == true)
    #expect(!FileManager.default.fileExists(atPath: "\(directory)/club.sqlite"))
    await expectStorageError(.missing) { try await engine.plan(Namespace(id: "club")) }
    _ = try await engine.open(Namespace(id: "accounts"))
    await expectStorageError(.missing) { try await engine.namespaces() }
  }

  @Test func `names the copy that was saved of it`() async throws {
    try await made("club")
    let copy = "\(directory)/club.rescued-20260701T120000Z.sqlite"
    rename("\(directory)/club.sqlite", copy)
    let engine = try StorageWorld.current.engine(.sqlite)
    let error = await #expect(throws: StorageError.self) { try await engine.open(Namespace(id: "club")) }
    #expect(error?.message.contains(copy) == true)
    rename(copy, "\(directory)/club.sqlite")
    _ = try await engine.open(Namespace(id: "club"))
    #expect(try await engine.namespaces() == ["club"])
  }

  @Test func `lets the operator begin anew by taking the line out`() async throws {
    try await made("club")
    unlink("\(directory)/club.sqlite")
    try Data("# nothing\n".utf8).write(to: URL(filePath: "\(directory)/namespaces"))
    let engine = try StorageWorld.current.engine(.sqlite)
    _ = try await engine.open(Namespace(id: "club"))
    #expect(NamespaceMarker(directory: directory).ids == ["club"])
  }

  @Test func `makes a backup of an incomplete set fail, and doctor say why`() async throws {
    try await made("club", "accounts")
    unlink("\(directory)/accounts.sqlite")
    let engine = try StorageWorld.current.engine(.sqlite)
    let backup = StorageBackup(path: "\(directory)/x.backup")
    await expectStorageError(.missing) { try await backup.make(of: engine, in: directory) }
    #expect(!FileManager.default.fileExists(atPath: "\(directory)/x.backup"))
    let findings = await engine.health().findings.filter { $0.severity == .problem }
    #expect(findings.map(\.code) == ["storage-missing"])
    #expect(findings.first?.namespace == "accounts")
    let parts = await engine.pulse()
    #expect(parts.map(\.namespace) == ["accounts"])
    #expect(parts.first?.health.state == .down)
  }

  @Test func `is made anew from the files that are there`() async throws {
    try await made("club", "accounts")
    unlink("\(directory)/namespaces")
    #expect(NamespaceMarker(directory: directory).ids == [])
    try await made("club", "accounts")
    #expect(NamespaceMarker(directory: directory).ids == ["accounts", "club"])
  }

  @Test(arguments: [
    ("", []), ("# a\n", []), ("b\na\n", ["a", "b"]), ("  club  \n\n#x\n", ["club"]), ("one", ["one"]),
  ])
  func `is read however it was edited`(_ text: String, _ ids: [String]) throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: "\(directory)/namespaces"))
    #expect(NamespaceMarker(directory: directory).ids == ids)
  }

  @Test func `a copy that was saved is no namespace`() async throws {
    try await made("club")
    try FileManager.default.copyItem(
      atPath: "\(directory)/club.sqlite", toPath: "\(directory)/club.rescued-20260701T120000Z.sqlite")
    #expect(try await StorageWorld.current.engine(.sqlite).namespaces() == ["club"])
  }

  @Test(arguments: [
    ("club", true), ("a", true), ("a-1", true), ("1a", false), ("", false), ("A", false), ("a.b", false),
  ])
  func `an id is lower-case letters, digits and hyphens, a letter first`(_ id: String, _ isID: Bool) {
    #expect(Namespace.isID(id) == isID)
    #expect(!Namespace.isID(String(repeating: "a", count: 41)))
    #expect(Namespace.isID(String(repeating: "a", count: 40)))
  }
}
