import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Everything that people use` {
  private static func folders(below path: String) throws -> [String] {
    let url = URL(filePath: "\(Repository.root)/\(path)")
    let found = try FileManager.default.contentsOfDirectory(
      at: url, includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles)
    return try found.filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
      .map(\.lastPathComponent).sorted()
  }

  /// How many tests stand below a folder.
  private static func tests(below path: String) throws -> Int {
    try SourceFiles.paths(below: path) { $0.hasSuffix(".swift") }.compactMap(SourceFiles.text)
      .reduce(0) { $0 + $1.matches(of: /@Test\b/).count }
  }

  @Test(.tags(.pl90, .wc85)) func `has tests of its functions and of its interface, room by room and game by game`()
    throws
  {
    // The pictures' program is tested by who calls it, the supervisor by the hosts that it starts.
    let elsewhere = ["Pictures": "Runtime", "Supervision": "Host"]
    let rooms = try Self.folders(below: "Core/Services") + ["HTTP", "Kernel", "Kit", "Host", "Machine"]
    #expect(rooms.count > 12)
    for room in rooms {
      #expect(try Self.tests(below: "Tests/\(elsewhere[room] ?? room)Tests") >= 10, "\(room)")
    }
    let games = try Self.folders(below: "Plugins")
    #expect(games.count >= 5)
    for game in games {
      // Rules are tried as functions, routes over the interface of a whole host.
      #expect(try Self.tests(below: "Tests/\(game)Tests/Rules") >= 10, "\(game)")
      #expect(try Self.tests(below: "Tests/\(game)Tests/Routes") >= 10, "\(game)")
    }
  }

  @Test(.tags(.pl90, .wc85)) func `is walked through in a browser, and every walk runs`() throws {
    let walks = try SourceFiles.paths(below: ".ci") { $0.hasSuffix(".py") }
    let texts = Dictionary(uniqueKeysWithValues: walks.map { ($0, SourceFiles.text($0) ?? "") })
    let runs = [".ci/pages", ".ci/calls"].map { SourceFiles.text($0) ?? "" }.joined()
    let walking = texts.filter { $0.value.contains("\n# Asserts ") && $0.value.contains("signal.alarm(") }
    #expect(walking.count > 20)
    for walk in walking.keys { #expect(runs.contains(walk), "\(walk) is run by nobody.") }
    for manifest in try SourceFiles.paths(
      below: "manifests", where: { $0.hasSuffix(".json") && !$0.contains("schema") })
    {
      let area = manifest.dropFirst("manifests/".count).dropLast(".json".count)
      #expect(texts.values.contains { $0.contains("/\(area)") && $0.contains("\n# Asserts ") }, "\(area)")
    }
  }
}
