import FieldhouseKit
import FieldhouseRuntime
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The folder of films` {
  private static let id = String(repeating: "a", count: 64)

  private func run(_ body: (FilmFolder, URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "films-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(FilmFolder(folder: folder.path), folder)
  }

  @Test(.tags(.sp180)) func `takes a film in parts, and has it once it is whole`() throws {
    try run { films, folder in
      #expect(try films.read(Self.id, from: 0, count: 10) == nil)
      try films.write([1, 2, 3], at: 0, of: Self.id)
      try films.write([4, 5], at: 3, of: Self.id)
      // A part that is sent again stands where it stood.
      try films.write([4, 5], at: 3, of: Self.id)
      #expect(try films.read(Self.id, from: 0, count: 10) == nil)
      try films.finish(Self.id)
      try films.finish(Self.id)
      #expect(try films.read(Self.id, from: 0, count: 10) == [1, 2, 3, 4, 5])
      #expect(try films.read(Self.id, from: 3, count: 1) == [4])
      #expect(try films.read(Self.id, from: 5, count: 1) == [])
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: Self.id).path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test(.tags(.sp180)) func `forgets a film, whole or not, and says what is wrong with its disk`() throws {
    try run { films, folder in
      try films.remove(Self.id)
      try films.write([1], at: 0, of: Self.id)
      try films.finish(Self.id)
      try films.write([1], at: 0, of: Self.id)
      try films.remove(Self.id)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
      #expect(throws: StorageError.self) { try films.finish(Self.id) }
      let file = folder.appending(path: "file")
      try Data([1]).write(to: file)
      let blocked = FilmFolder(folder: file.path)
      #expect(throws: (any Error).self) { try blocked.write([1], at: 0, of: Self.id) }
    }
  }
}
