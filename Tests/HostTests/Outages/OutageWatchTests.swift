import FieldhouseKit
import FieldhouseRuntime
import FieldhouseSupervision
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@testable import FieldhouseHost

@Suite struct `The watch over outages` {
  /// Ways that note what they are told, and refuse as long as they are to.
  private final class Ways: AlertWays {
    struct Refusal: Error {}

    let all: Set<AlertWay> = Set(AlertWay.allCases)
    let told = Mutex<[String]>([])
    let refusing = Mutex<Set<AlertWay>>([])

    func tell(_ news: OutageNews, by way: AlertWay) async throws {
      guard !refusing.withLock({ $0.contains(way) }) else { throw Refusal() }
      told.withLock { $0.append("\(way) \(news.kind) \(news.part)") }
    }
  }

  /// A time that stands until the test moves it.
  private final class Time: Sendable {
    let now = Mutex(Date(timeIntervalSince1970: 1_767_225_600))
    func pass(_ seconds: Double) { now.withLock { $0 += seconds } }
  }

  private let folder: TestFolder
  private let ways = Ways()
  private let time = Time()
  private let registry = MetricRegistry()

  init() throws { folder = try TestFolder() }

  private func watch() -> OutageWatch {
    OutageWatch(
      file: OutageFile(data: folder.path), rule: OutageBook.Rule(patience: 60), ways: ways,
      metrics: registry.metrics(of: "host"), log: JSONLog(descriptor: -1), now: { [time] in time.now.withLock { $0 } })
  }

  /// Looks every five seconds.
  private func pass(_ seconds: Int, _ watch: OutageWatch, out: [String] = []) {
    for _ in 0..<(seconds / 5) {
      time.pass(5)
      watch.look(out.map { PartHealth(PartState($0, .down("out"), isEssential: $0 == "storage"), since: .distantPast) })
    }
  }

  private func taken() -> [String] {
    ways.told.withLock { told in
      defer { told = [] }
      return told.sorted()
    }
  }

  @Test(.tags(.pl84, .fs29)) func `tells by every way, once, and by one that fails as soon as it works`() async {
    let watch = watch()
    watch.begin(deaths: [])
    ways.refusing.withLock { $0 = [.inbox] }
    pass(60, watch, out: ["redis"])
    await watch.carry()
    await watch.carry()
    #expect(taken() == ["mail began redis", "webhook began redis"].sorted())
    pass(60, watch)
    // The way is left alone for a while, and then tells in order.
    ways.refusing.withLock { $0 = [] }
    pass(5, watch)
    await watch.carry()
    #expect(
      taken()
        == [
          "inbox began redis", "inbox ended redis", "mail ended redis", "webhook ended redis",
        ].sorted())
    await watch.carry()
    #expect(taken() == [] && watch.contents.waiting.isEmpty)
  }

  @Test(.tags(.pl84, .fs29)) func `goes on where it was when the host was killed, and tells of that`() async {
    var first: OutageWatch? = watch()
    first?.begin(deaths: [])
    if let first { pass(60, first, out: ["redis"]) }
    first = nil
    // Nothing was carried; the machine is away for ten minutes.
    time.pass(600)
    let death = WorkerDeath(.signal(9), plugin: nil, step: nil, date: time.now.withLock { $0 })
    let second = watch()
    second.begin(deaths: [death])
    pass(5, second, out: ["redis"])
    await second.carry()
    #expect(
      taken().filter { $0.hasPrefix("mail") } == ["mail began redis", "mail died host", "mail returned host"])
    second.end()
    time.pass(600)
    let third = watch()
    third.begin(deaths: [])
    pass(65, third)
    await third.carry()
    // It was asked to end: nobody is told of that.
    #expect(taken().filter { $0.hasPrefix("mail") } == ["mail ended redis"])
  }

  @Test(.tags(.pl83, .fs32)) func `keeps the uptime over restarts and kills, and shows it`() throws {
    var last: OutageWatch? = watch()
    last?.begin(deaths: [])
    if let last {
      last.look([])
      pass(1_000, last)
    }
    last?.end()
    time.pass(15)
    last = watch()
    last?.begin(deaths: [])
    if let last {
      last.look([])
      pass(500, last)
      pass(5, last, out: ["storage"])
      pass(5, last)
      // Killed: what was seen since the last writing, 20 seconds at most, counts as absent.
      pass(10, last)
    }
    last = nil
    time.pass(20)
    let watch = watch()
    watch.begin(deaths: [])
    let whole = watch.contents.uptime.whole
    #expect(whole.total == 1_555)
    #expect((1_490...1_510).contains(whole.ready))
    let shown = UptimeOutput(watch.contents)
    #expect(shown.whole.totalSeconds == 1_555 && shown.whole.isEnough == false)
    #expect(shown.months.map(\.period) == ["2026-01"])
    pass(5, watch)
    let text = registry.text
    #expect(text.contains("fieldhouse_host_uptime_ratio 0.9"))
    #expect(
      try FileManager.default.attributesOfItem(atPath: folder("outages.json"))[.posixPermissions] as? Int == 0o600)
  }

  @Test(.tags(.pl84)) func `starts with a damaged file as with none, and goes on where nothing can be written`() throws
  {
    try folder.write("outages.json", "{nonsense")
    let watch = watch()
    #expect(watch.contents == OutageFile.Contents())
    let nowhere = OutageWatch(
      file: OutageFile(data: folder("none")), rule: OutageBook.Rule(patience: 60), ways: ways,
      metrics: registry.metrics(of: "host"), log: JSONLog(descriptor: -1), now: { [time] in time.now.withLock { $0 } })
    nowhere.begin(deaths: [])
    pass(60, nowhere, out: ["disk"])
    #expect(nowhere.contents.waiting.map(\.news.part) == ["disk"])
  }
}
