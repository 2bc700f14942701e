import FieldhouseKit
import Foundation
import Testing

@Suite struct `How something is doing` {
  @Test(
    arguments: [
      (Health.ok, .ok, "", "", ""), (.notice("It grows."), .ok, "It grows.", "", "It grows."),
      (.notice("It grows.", remedy: "Prune."), .ok, "It grows.", "Prune.", "It grows. Prune."),
      (.degraded("It is slow."), .degraded, "It is slow.", "", "It is slow."),
      (.degraded("", remedy: "Wait."), .degraded, "", "Wait.", "Wait."),
      (.down("It is gone.", remedy: "Start it."), .down, "It is gone.", "Start it.", "It is gone. Start it."),
      (Health(.down), .down, "", "", ""),
    ] as [(Health, Health.State, String, String, String)])
  func `is a state, a reason and a remedy, which are one text`(
    health: Health, state: Health.State, reason: String, remedy: String, detail: String
  ) {
    #expect(health.state == state && health.reason == reason && health.remedy == remedy)
    #expect(health.detail == detail)
    #expect(health == Health(state, reason: reason, remedy: remedy))
  }

  @Test func `differs by each of the three`() {
    let all: [Health] = [
      .ok, .notice("a"), .notice("a", remedy: "b"), .degraded("a"), .down("a"), .down("b"), .down("a", remedy: "b"),
    ]
    #expect(Set(all).count == all.count)
    #expect(Health.State.allCases.map(\.rawValue) == ["ok", "degraded", "down"])
  }
}

@Suite struct `A clock` {
  private struct Wall: HostClock { var now: Date { Date(timeIntervalSince1970: 7) } }
  private struct Hand: HostClock {
    let now: Date
    var isSimulated: Bool { true }
  }

  @Test func `is a real one unless it says otherwise`() {
    let clocks: [any HostClock] = [Wall(), Hand(now: Date(timeIntervalSince1970: 8))]
    #expect(clocks.map(\.isSimulated) == [false, true])
    #expect(clocks.map(\.now.timeIntervalSince1970) == [7, 8])
  }
}
