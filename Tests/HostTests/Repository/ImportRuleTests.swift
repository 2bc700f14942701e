import Foundation
import Testing

@Suite struct `Imports` {
  /// What a room may import beside FieldhouseKit and Foundation.
  struct Room: Sendable, CustomTestStringConvertible {
    let folder: String
    let allowed: Set<String>
    var testDescription: String { folder }

    init(_ folder: String, _ allowed: Set<String>) {
      self.folder = folder
      self.allowed = allowed
    }
  }

  private static let system: Set<String> = ["Foundation", "Synchronization", "Glibc", "Dispatch"]
  /// What several rooms need of the machine; it knows none of them.
  private static let machine = "FieldhouseMachine"
  private static let services = [
    "Accounts", "Communities", "Content", "Leaderboards", "Notifications", "Rights", "Runtime", "Storage",
    "Supervision",
  ]
  private static let rooms = services + ["Kernel", "HTTP"]
  private static let libraries = [
    "Core/Services/Accounts": ["CSodium", machine], "Core/Services/Rights": [machine],
    "Core/Services/Storage": ["CSQLite", "CPQ", "CSodium", machine],
    "Core/Services/Communities": ["CQRencode", machine], "Core/Services/Runtime": ["CCurl", machine],
    "Core/Services/Leaderboards": ["CHiredis"],
    "Core/Services/Content": ["CCMark", machine], "Core/Services/Notifications": ["CCrypto", machine],
    "Core/Services/Supervision": ["CSupervision"], "Core/Kernel": ["CFFI", "CSupervision", machine],
    "Core/HTTP": ["CZlib", "NIOCore", "NIOPosix", "NIOHTTP1", "HTTPTypes", "ServiceLifecycle", machine],
  ]

  /// Every room: the services, the kernel, HTTP, the Kit, the host and the plugins.
  static let all: [Room] = {
    let folders = services.map { "Core/Services/\($0)" }
    let inner = (folders + ["Core/Kernel", "Core/HTTP"]).map { folder in
      Room(folder, system.union(["FieldhouseKit"]).union(libraries[folder] ?? []))
    }
    let host = Room(
      "Core/Host",
      system.union(rooms.map { "Fieldhouse\($0)" }).union([
        "FieldhouseKit", machine, "FieldhouseHost", "ArgumentParser", "ServiceLifecycle", "UnixSignals", "Logging",
      ]))
    let testing = Room(
      "Core/Testing",
      system.union([
        "FieldhouseKit", "FieldhouseHost", "FieldhouseHTTP", "FieldhouseStorage", "HTTPTypes", "NIOCore", "NIOEmbedded",
        "NIOHTTP1",
      ])
    )
    let plugin: Set<String> = ["FieldhouseKit", "Foundation", "Synchronization", "Glibc"]
    let plugins = ["FolfScoring", "SoccerPredictions", "TeamManagement", "WalkingClubs"].map {
      Room("Plugins/\($0)", plugin)
    }
    // It signs trophies (decision 0065).
    let fitness = Room("Plugins/FitnessChallenges", plugin.union(["CCrypto"]))
    let pictures = Room("Core/Services/Pictures", ["CPango", "CVips", "Glibc"])
    let below = Room("Core/System/Machine", system.union(["CMachine", "CSodium"]))
    return inner + plugins + [below, host, testing, pictures, fitness, Room("Core/Kit/Sources", system)]
  }()

  /// The modules that a source imports: attributes, access levels and kinds left aside. What stands in texts of several
  /// lines is no import.
  static func imports(_ source: String) throws -> [String] {
    let code = source.components(separatedBy: "\"\"\"").enumerated().filter { $0.offset.isMultiple(of: 2) }
    let declaration = try declaration
    return code.map(\.element).joined(separator: "\n").split(separator: "\n").compactMap { line in
      line.prefixMatch(of: declaration).map { String($0.module) }
    }
  }

  private static var declaration: Regex<(Substring, module: Substring)> {
    get throws {
      let attributes = #"(?:@\w+(?:\([^)]*\))?\s+)*"#
      let access = #"(?:(?:public|package|internal|fileprivate|private)\s+)?"#
      let kind = #"(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?"#
      return try Regex(#"\s*"# + attributes + access + #"import\s+"# + kind + #"(?<module>\w+)"#)
    }
  }

  @Test(arguments: all) func `of a room are those it may have`(_ room: Room) throws {
    let files = try SourceFiles.paths(below: room.folder) { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    for file in files {
      let imported = Set(try Self.imports(try #require(SourceFiles.text(file))))
      #expect(imported.subtracting(room.allowed).isEmpty, "\(file)")
    }
  }

  @Test func `cover every folder with sources`() throws {
    let folders = Self.all.map(\.folder)
    let files = try SourceFiles.paths { $0.hasSuffix(".swift") && ($0.hasPrefix("Core/") || $0.hasPrefix("Plugins/")) }
    let stray = files.filter { file in !folders.contains { file.hasPrefix($0 + "/") } }
    #expect(stray == ["Core/Kit/Package.swift"])
  }

  @Test func `are recognised in all their forms`() throws {
    let source = """
      import A
      public import B
      @testable internal import C
      @_exported import struct D.Value
      @preconcurrency @_spi(Inner) import E
      let text = "import F"
      """ + "let more = " + "\"\"\"\nimport G\n\"\"\"\n"
    #expect(try Self.imports(source) == ["A", "B", "C", "D", "E"])
  }
}
