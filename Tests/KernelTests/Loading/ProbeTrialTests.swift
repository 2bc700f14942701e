import FieldhouseMachine
import Testing

@testable import FieldhouseKernel

@Suite struct `A probe process that was broken by a signal` {
  private func ending(_ output: String, _ ending: ChildProcess.Ending) -> ChildProcess.Ending {
    ProbeTrial(output: Array(output.utf8), ending: ending, crashReport: "/nowhere").ending
  }

  @Test(arguments: [
    ("{\"signal\":6}\n", ChildProcess.Ending.signalled(4), ChildProcess.Ending.signalled(6)),
    ("{\"signal\":6}\n", .signalled(6), .signalled(6)), ("{\"signal\":6}\n", .timedOut, .signalled(6)),
    ("{\"plugin\":\"a\"\n{\"signal\":11}\n", .signalled(4), .signalled(11)),
    ("{\"signal\":6}\n{\"signal\":4}\n", .signalled(4), .signalled(6)),
    ("", .signalled(9), .signalled(9)), ("", .timedOut, .timedOut), ("{\"signal\":", .signalled(4), .signalled(4)),
    ("{\"signal\":6}\n", .exited(0), .exited(0)), ("", .exited(3), .exited(3)),
    ("{\"signal\":6}\n", .notStarted("no"), .notStarted("no")),
  ])
  func `is told by the first one, whatever the runtime made of it`(
    _ output: String, _ ended: ChildProcess.Ending, _ told: ChildProcess.Ending
  ) {
    #expect(ending(output, ended) == told)
  }
}
