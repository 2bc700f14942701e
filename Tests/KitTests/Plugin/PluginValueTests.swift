import FieldhouseKit
import Foundation
import Testing

@Suite struct `A log` {
  private final class Lines: Log, @unchecked Sendable {
    var kept: [String] = []
    func write(_ level: LogLevel, _ message: String, _ fields: [String: String]) {
      kept.append("\(level.name) \(message) \(fields)")
    }
  }

  @Test func `orders its levels by weight, not by name`() {
    let levels: [LogLevel] = [.debug, .info, .warning, .error]
    #expect(levels == levels.sorted())
    #expect(levels.map(\.name) == ["debug", "info", "warning", "error"])
    #expect(LogLevel.error > .warning)
  }

  @Test func `has a short word for each level`() {
    let log = Lines()
    log.debug("a")
    log.info("b", ["x": "y"])
    log.warning("c")
    log.error("d")
    #expect(log.kept == ["debug a [:]", "info b [\"x\": \"y\"]", "warning c [:]", "error d [:]"])
  }
}

@Suite struct `A plugin's settings` {
  private struct Given: Settings { let values: JSON }
  private struct Own: Decodable, Equatable {
    var points: Int
    var name: String?
  }

  @Test func `are read as the plugin's own type`() throws {
    #expect(try Given(values: ["points": 3]).decode(Own.self) == Own(points: 3, name: nil))
    let error = #expect(throws: JSONDecodingError.self) { try Given(values: ["points": "3"]).decode(Own.self) }
    #expect(error?.pointer == ["points"])
  }
}

@Suite struct `What the host and a plugin agree on` {
  @Test func `is the contract of this Kit, which the compiler puts into each plugin`() throws {
    let entry = PluginEntry.take(PluginEntry.export(Nothing.self))
    #expect(entry.contract == Kit.contract)
    #expect(Kit.version.split(separator: ".").count == 3)
  }

  @Test func `is worth nothing when a plugin was built for another contract`() {
    #expect(PluginEntry.take(PluginEntry.export(Nothing.self, contract: 99)).contract == 99)
  }

  private struct Nothing: Plugin {
    init(host: PluginHost) throws {}
  }
}

@Suite struct `An error of a service` {
  @Test func `names its code and says a sentence`() {
    #expect(OutgoingError(code: "http-timeout", message: "Too slow.").description == "http-timeout: Too slow.")
    #expect(RuleError(code: "rule-argument-type", message: "No.").description == "rule-argument-type: No.")
    #expect(StorageError(.full, "No space.").description == "storage-full: No space.")
  }
}
