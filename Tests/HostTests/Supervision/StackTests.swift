import FieldhouseTestSupport
import Foundation
import Testing

/// The watch looks at the stacks of threads wherever they are; a look must not be what ends the host.
@Suite struct `A stack that cannot be read` {
  private static let program: Task<String, any Error> = Task {
    let program = try TestFolder()("walk")
    let sources = "\(Repository.root)/Core/System/CSupervision"
    let files = try FileManager.default.contentsOfDirectory(atPath: sources).filter { $0.hasSuffix(".c") }
    let command = ["cc", "-O1", "-D_Nonnull=", "-D_Nullable=", "-I", sources, "-I", "\(sources)/include"]
    let all = ["\(Repository.root)/Tests/StackTrouble/walk.c"] + files.map { "\(sources)/\($0)" }
    let tool = try await Tool.run(command + ["-o", program] + all + ["-ldl", "-lpthread"])
    try #require(tool.code == 0, "\(tool.errors)")
    return program
  }

  @Test func `is looked at as far as it goes, and the thread runs on`() async throws {
    let tool = try await Tool.run([try await Self.program.value, "look"])
    #expect(tool.code == 0)
    let looks = try #require(tool.output.firstMatch(of: /^looks (\d+)\n$/).flatMap { Int($0.1) }, "\(tool.output)")
    #expect(looks > 0)
  }

  @Test func `is in the crumb as far as it goes`() async throws {
    let tool = try await Tool.run([try await Self.program.value, "fault"])
    #expect(tool.code == 0)
    let frames = try #require(
      tool.output.firstMatch(of: /^signal 11, frames (\d+)\n$/).flatMap { Int($0.1) }, "\(tool.output)")
    #expect(frames > 0)
  }
}
