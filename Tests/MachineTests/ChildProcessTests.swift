import FieldhouseMachine
import Foundation
import Testing

@Suite struct `A child process` {
  private static let patience = 60.0

  private func run(
    _ script: String, input: [UInt8] = [], environment: [String: String] = [:], limit: Double = patience
  ) async -> (output: String, ending: ChildProcess.Ending) {
    let shell = ChildProcess(executable: "/bin/sh", arguments: ["-c", script], environment: environment, limit: limit)
    let (output, ending) = await shell.run(input: input)
    return (String(decoding: output, as: UTF8.self), ending)
  }

  @Test(arguments: [0, 1, 65_536, 1_000_000]) func `gets its input and is listened to to its end`(_ count: Int) async {
    let input = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let cat = ChildProcess(executable: "/bin/cat", arguments: [], limit: Self.patience)
    let (output, ending) = await cat.run(input: input)
    #expect(output == input)
    #expect(ending == .exited(0))
  }

  @Test func `has the environment it is given and no more`() async {
    let (output, _) = await run("echo \"$GIVEN,$HOME\"", environment: ["GIVEN": "yes"])
    #expect(output == "yes,\n")
  }

  @Test func `has no file of ours but its input and output`() async throws {
    let inherited = fcntl(STDIN_FILENO, F_DUPFD, 100)
    try #require(inherited >= 100)
    defer { close(inherited) }
    let (output, _) = await run("for file in /proc/$$/fd/*; do echo \"${file##*/}\"; done")
    let numbers = output.split(separator: "\n").compactMap { Int($0) }
    #expect(numbers.contains(0) && numbers.contains(1) && numbers.contains(2))
    #expect(!numbers.contains(Int(inherited)))
  }

  @Test(arguments: [1, 3, 75]) func `tells its exit status`(_ status: Int32) async {
    #expect(await run("exit \(status)").ending == .exited(status))
  }

  @Test func `tells the signal that ended it`() async {
    #expect(await run("kill -9 $$").ending == .signalled(9))
  }

  @Test func `is killed with all that it has started when its time is over`() async throws {
    let (output, ending) = await run("sleep 600 & echo $!; wait", limit: 0.5)
    #expect(ending == .timedOut)
    let sleeper = try #require(Int32(output.trimmingCharacters(in: .whitespacesAndNewlines)))
    for _ in 0..<6_000 where isAlive(sleeper) { try await Task.sleep(for: .milliseconds(10)) }
    #expect(!isAlive(sleeper))
  }

  /// Whoever takes over orphans may need a moment to bury them.
  private func isAlive(_ process: Int32) -> Bool {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? "State: X"
    return status.firstMatch(of: /State:\s+[ZX]/) == nil
  }

  @Test func `that is not there says why`() async {
    let nobody = ChildProcess(executable: "/nowhere/program", arguments: [], limit: Self.patience)
    let (output, ending) = await nobody.run(input: [1])
    #expect(output == [])
    #expect(ending == .notStarted("No such file or directory"))
  }
}
