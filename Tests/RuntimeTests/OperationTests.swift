import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseRuntime

@Suite struct `The metrics of plugins` {
  @Test func `are shown in the text format of Prometheus, sorted, each plugin under its own name`() {
    let registry = MetricRegistry()
    let soccer = registry.metrics(of: "soccer-predictions")
    soccer.count("settled", by: 2, labels: [:])
    soccer.count("settled", by: 3, labels: [:])
    soccer.gauge("open", 1.5, labels: ["league": "en.1"])
    soccer.gauge("open", -2, labels: ["league": "en.1"])
    registry.metrics(of: "folf").count("settled", by: 1, labels: [:])
    soccer.time("feed", seconds: 0.25, labels: [:])
    soccer.time("feed", seconds: 0.5, labels: [:])
    soccer.time("feed", seconds: 1, labels: ["kind": "x"])
    #expect(
      registry.text == """
        fieldhouse_folf_settled_total 1
        fieldhouse_soccer_predictions_feed_seconds_count 2
        fieldhouse_soccer_predictions_feed_seconds_count{kind="x"} 1
        fieldhouse_soccer_predictions_feed_seconds_sum 0.75
        fieldhouse_soccer_predictions_feed_seconds_sum{kind="x"} 1.0
        fieldhouse_soccer_predictions_open{league="en.1"} -2.0
        fieldhouse_soccer_predictions_settled_total 5

        """)
  }

  @Test(
    arguments: [
      ("plain", "plain"), ("say \"x\"", "say \\\"x\\\""), ("a\\b", "a\\\\b"), ("two\nlines", "two lines"), ("é", "é"),
      ("", ""),
    ])
  func `escape what labels hold`(value: String, shown: String) {
    let registry = MetricRegistry()
    registry.metrics(of: "p").count("n", by: 1, labels: ["b": value, "a": "1"])
    #expect(registry.text == "fieldhouse_p_n_total{a=\"1\",b=\"\(shown)\"} 1\n")
  }

  @Test func `have names that end no line, and counters that do not overflow`() {
    let registry = MetricRegistry()
    let metrics = registry.metrics(of: "p")
    for _ in 1...2 { metrics.count("a b\n# TYPE c", by: .max, labels: ["x=\"": "1"]) }
    for _ in 1...2 { metrics.count("d", by: .min, labels: [:]) }
    #expect(
      registry.text
        == "fieldhouse_p_a_b___TYPE_c_total{x__=\"1\"} \(Int.max)\nfieldhouse_p_d_total \(Int.min)\n")
  }

  @Test func `of nobody are empty`() { #expect(MetricRegistry().text == "") }

  @Test func `lose nothing when many tasks count`() async {
    let registry = MetricRegistry()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1_000 { registry.metrics(of: "p").count("n", by: 1, labels: [:]) } }
      }
    }
    #expect(registry.text == "fieldhouse_p_n_total 8000\n")
  }
}

@Suite struct `The log` {
  /// What is written to a descriptor, line by line.
  private func lines(_ body: (JSONLog) -> Void, threshold: LogLevel = .debug) throws -> [JSON] {
    let pipe = Pipe()
    body(JSONLog(descriptor: pipe.fileHandleForWriting.fileDescriptor, threshold: threshold))
    try pipe.fileHandleForWriting.close()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    return try bytes.split(separator: 0x0A).map { try JSON(parsing: $0) }
  }

  @Test func `is one JSON object a line: time, level, message and the fields`() throws {
    let found = try lines { log in
      log.info("started", ["port": "8080", "host": "::1"])
      log.error("failed")
    }
    #expect(found.map { $0["level"] } == ["info", "error"])
    #expect(found[0].object?.keys == ["time", "level", "message", "host", "port"])
    #expect(found[0]["port"] == "8080")
    for line in found { #expect(line["time"]?.string.flatMap(RFC3339.date(from:)) != nil) }
  }

  @Test(arguments: [
    "two\nlines", "\"quoted\"", "back\\slash", "\u{0}\u{1}\u{1F}", "é😀\u{2028}", "\r\n{\"level\":\"error\"}",
  ])
  func `keeps every message and field on its own line, whatever is in it`(text: String) throws {
    let found = try lines { $0.info(text, ["field": text]) }
    #expect(found.count == 1)
    #expect(found[0]["message"]?.string == text)
    #expect(found[0]["field"]?.string == text)
  }

  @Test(arguments: [(LogLevel.debug, 4), (.info, 3), (.warning, 2), (.error, 1)])
  func `drops what is below its threshold`(threshold: LogLevel, count: Int) throws {
    let found = try lines(
      { log in
        log.debug("a")
        log.info("b")
        log.warning("c")
        log.error("d")
      }, threshold: threshold)
    #expect(found.count == count)
  }

  @Test func `with fields has them in every line, those of the line before those of the log`() throws {
    let found = try lines { log in
      let part = log.with(["part": "feed", "plugin": "p"]).with(["part": "poll"])
      part.info("a", ["plugin": "q"])
      log.info("b")
    }
    #expect(found[0]["part"] == "poll")
    #expect(found[0]["plugin"] == "q")
    #expect(found[1]["part"] == nil)
  }

  @Test func `keeps lines whole when many tasks write`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID())")
    #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    let log = JSONLog(descriptor: handle.fileDescriptor)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<100 { log.with(["task": "\(task)"]).info(String(repeating: "x", count: number * 10)) }
        }
      }
    }
    try handle.close()
    let found = try Data(contentsOf: file).split(separator: 0x0A).map { try JSON(parsing: $0) }
    #expect(found.count == 800)
  }
}
