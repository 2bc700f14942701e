import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@testable import FieldhouseRuntime

@Suite("The watch over the host's parts")
struct HealthWatchTests {
  /// Something a test changes.
  private final class Box<Value: Sendable>: Sendable {
    private let kept: Mutex<Value>
    init(_ value: Value) { kept = Mutex(value) }
    var value: Value {
      get { kept.withLock { $0 } }
      set { kept.withLock { $0 = newValue } }
    }
  }

  @Test func `knows nothing before the first look, and then every part in its order`() async {
    let watch = HealthWatch([
      HealthProbe("storage", isEssential: true) { .ok },
      HealthProbe("plugins", parts: { [PartState("a", .down("x")), PartState("b", .ok)] }),
    ])
    #expect(watch.parts == [])
    await watch.look()
    #expect(watch.parts.map(\.part) == ["storage", "a", "b"])
    #expect(watch.parts.map(\.isEssential) == [true, false, false])
    #expect(watch.parts.map(\.health.state) == [.ok, .down, .ok])
  }

  @Test func `remembers since when a part has been as it is, whatever its words`() async {
    let health = Box(Health.ok)
    let time = Box(Date(timeIntervalSince1970: 100))
    let watch = HealthWatch([HealthProbe("a") { health.value }], now: { time.value })
    await watch.look()
    time.value = Date(timeIntervalSince1970: 200)
    await watch.look()
    #expect(watch.parts[0].since == Date(timeIntervalSince1970: 100))
    health.value = .down("It is gone.")
    await watch.look()
    time.value = Date(timeIntervalSince1970: 300)
    health.value = .down("It is still gone.")
    await watch.look()
    #expect(watch.parts[0].since == Date(timeIntervalSince1970: 200))
    #expect(watch.parts[0].health.reason == "It is still gone.")
  }

  @Test func `tells changes, once each, and nothing of parts that were fine from the start`() async {
    let health = Box(Health.ok)
    let told = Box<[Health.State]>([])
    let watch = HealthWatch([HealthProbe("a") { health.value }], changed: { told.value.append($0.health.state) })
    for next in [Health.ok, .ok, .degraded("x"), .degraded("y"), .down("x"), .ok, .ok] {
      health.value = next
      await watch.look()
    }
    #expect(told.value == [.degraded, .down, .ok])
    let second = Box<[Health.State]>([])
    let late = HealthWatch([HealthProbe("a") { .down("x") }], changed: { second.value.append($0.health.state) })
    await late.look()
    #expect(second.value == [.down])
  }

  @Test func `a part that is there no more was ended, and is new when it comes back`() async {
    let parts = Box([PartState("a/events", .degraded("x"))])
    let time = Box(Date(timeIntervalSince1970: 100))
    let told = Box<[String]>([])
    let watch = HealthWatch(
      [HealthProbe("events", parts: { parts.value }), HealthProbe("b") { .ok }], now: { time.value },
      changed: { told.value.append("\($0.part) \($0.health.state)") })
    await watch.look()
    parts.value = []
    for _ in 1...2 { await watch.look() }
    #expect(watch.parts.map(\.part) == ["b"])
    time.value = Date(timeIntervalSince1970: 200)
    parts.value = [PartState("a/events", .degraded("y"))]
    await watch.look()
    #expect(watch.parts.first?.since == Date(timeIntervalSince1970: 200))
    #expect(told.value == ["a/events degraded", "a/events ok", "a/events degraded"])
    // One that was fine ends silently.
    parts.value = [PartState("a/events", .ok)]
    await watch.look()
    parts.value = []
    await watch.look()
    #expect(told.value.count == 4)
  }

  @Test func `a look that hangs makes its part down, is not begun again, and ends when it ends`() async throws {
    let gate = AsyncStream.makeStream(of: Void.self)
    let begun = Box(0)
    let watch = HealthWatch(
      [
        HealthProbe("slow", isEssential: true) {
          begun.value += 1
          for await _ in gate.stream { break }
          return .ok
        }, HealthProbe("quick") { .ok },
      ], patience: .milliseconds(50))
    await watch.look()
    #expect(watch.parts.map(\.part) == ["slow", "quick"])
    #expect(watch.parts[0].health.state == .down)
    #expect(watch.parts[0].isEssential)
    #expect(watch.parts[0].health.reason.hasPrefix("It has not answered for "))
    #expect(watch.parts[1].health == .ok)
    await watch.look()
    await watch.look()
    #expect(begun.value == 1)
    gate.continuation.finish()
    try await eventually {
      await watch.look()
      return watch.parts[0].health == .ok
    }
    #expect(begun.value == 2)
  }

  @Test func `looks again and again until it is ended`() async throws {
    let count = Box(0)
    let watch = HealthWatch(
      [
        HealthProbe("a") {
          count.value += 1
          return .ok
        }
      ], interval: .milliseconds(1))
    let task = Task { await watch.run() }
    try await eventually { count.value > 5 }
    task.cancel()
    await task.value
    let then = count.value
    #expect(count.value == then)
  }

  @Test func `work that takes too long is not waited for`() async {
    #expect(await Bounded.run(.seconds(60)) { 7 } == 7)
    let never = AsyncStream.makeStream(of: Void.self)
    let result: Int? = await Bounded.run(.milliseconds(20)) {
      for await _ in never.stream {}
      return 7
    }
    #expect(result == nil)
    never.continuation.finish()
  }
}

@Suite("Looks at folders")
struct FolderProbeTests {
  private static let mebi: UInt64 = 1 << 20
  private static let spaces: [(UInt64, Health.State, Bool)] = [
    (0, .down, true), (16 * mebi - 1, .down, true), (16 * mebi, .degraded, true), (128 * mebi - 1, .degraded, true),
    (128 * mebi, .ok, true), (512 * mebi - 1, .ok, true), (512 * mebi, .ok, false), (UInt64(1) << 50, .ok, false),
  ]

  @Test func `space is told below 512 MiB, degraded below 128 MiB, down below 16 MiB`() {
    for (free, state, isTold) in Self.spaces {
      let health = FolderProbes.space(free: free)
      #expect(health.state == state, "\(free)")
      #expect(health.reason.isEmpty == !isTold)
      #expect(health.remedy.isEmpty == !isTold)
    }
    #expect(FolderProbes.space(of: "/nothing/there").state == .down)
  }

  private func folder() throws -> String {
    let path = NSTemporaryDirectory() + "fieldhouse-probes-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  @Test func `a folder is there and can be written, or says why not`() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(FolderProbes.writing(folder) == .ok)
    #expect(FolderProbes.writing(folder + "/none").state == .degraded)
    try Data().write(to: URL(filePath: folder + "/file"))
    #expect(FolderProbes.writing(folder + "/file").reason == "The folder \(folder)/file is gone.")
  }

  @Test func `a key is there, the same, and its owner's alone`() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/secret.key"
    #expect(FolderProbes.key(path, loaded: nil).state == .degraded)
    try Data("right".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(FolderProbes.key(path, loaded: Array("right".utf8)) == .ok)
    #expect(FolderProbes.key(path, loaded: nil) == .ok)
    let wrong = FolderProbes.key(path, loaded: Array("wrong".utf8))
    #expect(wrong.state == .degraded)
    #expect(wrong.reason.contains("another one than the host has loaded"))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    #expect(FolderProbes.key(path, loaded: nil).remedy == "Run: chmod 600 \(path)")
  }
}
