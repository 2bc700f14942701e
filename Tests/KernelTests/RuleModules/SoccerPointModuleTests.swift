import FieldhouseKernel
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite("The soccer point rule as a C module")
struct SoccerPointModuleTests {
  private static let prepared = Result { try prepare() }
  private let rule: NativeRule

  init() throws {
    rule = try Self.prepared.get()
  }

  private static func prepare() throws -> NativeRule {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent().appending(
      path: "../../..")
    let source = root.appending(path: "Plugins/SoccerPredictions/RuleModules/exact_difference.c")
    let library = try CompiledLibrary(try String(contentsOf: source, encoding: .utf8))
    let signature = RuleSignature(parameters: Array(repeating: .int64, count: 5), result: .int64)
    return try RuleModule(path: library.path).function(
      RuleDeclaration(name: "points", symbol: "fieldhouse_soccer_points", signature: signature, selfTests: []))
  }

  @Test(
    .tags(.sp74, .sp86),
    arguments: [
      ([2, 1, 2, 1, 0], 4), ([0, 0, 0, 0, 0], 4), ([3, 2, 2, 1, 0], 3), ([0, 2, 1, 3, 0], 3), ([3, 0, 2, 1, 0], 2),
      ([0, 1, 1, 4, 0], 2), ([1, 1, 2, 2, 0], 2), ([1, 0, 0, 1, 0], 0), ([1, 1, 2, 1, 0], 0), ([2, 1, 1, 1, 0], 0),
      ([2, 1, 2, 1, 3], 7), ([0, 1, 1, 0, 1], 1), ([-1, 0, 0, 0, 0], 0), ([2, 1, 2, 1, -1], 0),
    ] as [([Int64], Int64)])
  func `points follow exact result, goal difference, tendency and scorers`(arguments: [Int64], points: Int64) throws {
    #expect(try rule.call(arguments.map(RuleValue.integer)) == .integer(points))
  }
}
