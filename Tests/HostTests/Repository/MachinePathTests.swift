import Testing

@Suite struct `The repository` {
  /// Folders of a machine that no file may rely on, put together here so that this file does not name them itself.
  private static let folders = ["work", "root", "home", "opt", "tmp"]

  /// The machine paths of a text. A line about attacks may name what an attacker would name.
  static func machinePaths(in text: String) -> [Substring] {
    text.split(separator: "\n").filter { line in
      folders.contains { folder in
        line.firstMatch(of: /(^|[^A-Za-z0-9_.:\/\-{}])\/([a-z]+)\/[A-Za-z0-9_.]/)?.2 == folder[...]
      }
    }
  }

  @Test func `names no path of anybody's machine`() throws {
    for path in try SourceFiles.paths() where !Self.isAboutAttacks(path) {
      let found = SourceFiles.text(path).map(Self.machinePaths) ?? []
      #expect(found.isEmpty, "\(path)")
    }
  }

  /// Tests whose subject is that such paths are refused.
  private static func isAboutAttacks(_ path: String) -> Bool {
    path.hasPrefix("Tests/") && (path.contains("Wall") || path.contains("ContainedPath"))
  }

  @Test func `numbers its decisions, each once and without a gap`() throws {
    let names = try SourceFiles.paths(below: "Core/Decisions").map { $0.split(separator: "/").last ?? "" }
    #expect(!names.isEmpty)
    #expect(names.map { Int($0.prefix(4)) } == (1...names.count).map(Int?.init))
  }

  @Test func `would be found out`() {
    let slash = "/"
    let guilty = ["let a = \"\(slash)work\(slash)main\"", "cd \(slash)tmp\(slash)x", "(\(slash)home\(slash)me)"]
    for line in guilty { #expect(Self.machinePaths(in: line).count == 1, "\(line)") }
    let innocent = ["GET /homes/{home}", "\"/home maximum\"", "https://example.org/work/x", "../tmp/x"]
    for line in innocent { #expect(Self.machinePaths(in: line).isEmpty, "\(line)") }
  }
}
