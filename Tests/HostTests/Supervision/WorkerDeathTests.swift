import FieldhouseSupervision
import Foundation
import Testing

@Suite struct `The death of a worker` {
  private static let date = Date(timeIntervalSince1970: 0)

  @Test(arguments: [
    (WorkerDeath.Cause.signal(11), PluginStep?.some(.route), "ended the host with SIGSEGV while it answered a request"),
    (.signal(6), .schedule, "ended the host with SIGABRT while its scheduled work ran"),
    (.signal(8), nil, "ended the host with SIGFPE"),
    (.exit(3), .`init`, "ended the host with exit status 3 while it was made"),
    (.hang(seconds: 5.04), .event, "held a thread of the host for 5.0 s while it took an event"),
    (.memory(bytes: 900 << 20), .route, "let the host's memory grow to 900 MiB while it answered a request"),
  ])
  func `is told in a sentence`(_ cause: WorkerDeath.Cause, _ step: PluginStep?, _ sentence: String) {
    #expect("\(WorkerDeath(cause, plugin: "harm", step: step, date: Self.date))" == "The plugin \(sentence).")
  }

  @Test func `names the place in the plugin's code`() {
    let frames = [
      WorkerDeath.Frame(image: "", offset: 64), .init(image: "libHarm.so", offset: 4660),
      .init(image: "fieldhouse", offset: 1),
    ]
    let death = WorkerDeath(.signal(4), plugin: "harm", step: nil, frames: frames, place: frames[1], date: Self.date)
    #expect("\(death)" == "The plugin ended the host with SIGILL (libHarm.so+0x1234).")
    #expect(frames.map(\.text) == ["?+0x40", "libHarm.so+0x1234", "fieldhouse+0x1"])
  }

  @Test func `is nobody's in a process without a supervisor`() {
    #expect(WorkerDeath.unread().isEmpty)
    let mark = PluginMark("harm")
    mark.own(["/nowhere/libHarm.so"])
    mark.begin(.start)
    mark.enter(.route).leave()
    PluginMark.endStep()
    #expect(WorkerDeath.unread().isEmpty)
  }
}

@Suite struct `The limit of memory` {
  @Test(arguments: [
    ("75%", MemoryLimit?.some(.share(75))), ("1%", .share(1)), ("100%", .share(100)), ("0%", nil), ("101%", nil),
    ("800 MiB", .bytes(800 << 20)), ("800MiB", .bytes(800 << 20)), ("2 GiB", .bytes(2 << 30)),
    ("none", MemoryLimit.none),
    ("0 MiB", nil), ("-1 MiB", nil), ("2 GB", nil), ("2000", nil), ("", nil), ("%", nil), ("99999999999 GiB", nil),
  ])
  func `is a share, an amount or none`(_ text: String, _ limit: MemoryLimit?) {
    #expect(MemoryLimit(text) == limit)
  }

  @Test func `is a share of what there is`() {
    #expect(MemoryLimit.share(75).bytes(of: 1000) == 750)
    #expect(MemoryLimit.bytes(5).bytes(of: 1000) == 5)
    #expect(MemoryLimit.none.bytes(of: 1000) == 0)
    #expect(MemoryLimit.available() > 64 << 20)
  }
}
