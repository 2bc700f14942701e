import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseHTTP

@Suite("The answer of /readyz")
struct ReadyAnswerTests {
  private static let since = Date(timeIntervalSince1970: 1_700_000_000)

  private func part(_ name: String, _ health: Health, essential: Bool) -> Readiness {
    Readiness(part: name, health: health, since: Self.since, isEssential: essential)
  }

  /// The states of an essential part and another one, the status and the word.
  private static let table: [(Health.State, Health.State, Int, String)] = [
    (.ok, .ok, 200, "ready"), (.ok, .degraded, 200, "degraded"), (.ok, .down, 200, "degraded"),
    (.degraded, .ok, 200, "degraded"), (.degraded, .degraded, 200, "degraded"), (.degraded, .down, 200, "degraded"),
    (.down, .ok, 503, "down"), (.down, .degraded, 503, "down"), (.down, .down, 503, "down"),
  ]

  @Test func `is 503 only without what nobody can be served without`() throws {
    for (essential, other, status, word) in Self.table {
      let answer = ReadyAnswer([
        part("storage", Health(essential), essential: true), part("club", Health(other), essential: false),
      ])
      #expect(answer.status == status)
      let document = try JSON(parsing: answer.body(isVerbose: false))
      #expect(document == ["status": .string(word)])
    }
  }

  @Test func `is ready where there is nothing to say`() throws {
    #expect(ReadyAnswer([]).status == 200)
    #expect(try JSON(parsing: ReadyAnswer([]).body(isVerbose: true)) == ["status": "ready", "parts": []])
  }

  @Test func `names each part with state, since when, reason and remedy`() throws {
    let answer = ReadyAnswer([
      part("storage", .down("It is gone.", remedy: "Bring it back."), essential: true),
      part("disk", .notice("Soon full.", remedy: "Make room."), essential: true), part("club", .ok, essential: false),
    ])
    let parts = try #require(try JSON(parsing: answer.body(isVerbose: true))["parts"]?.array)
    #expect(
      parts == [
        [
          "part": "storage", "state": "down", "essential": true, "since": "2023-11-14T22:13:20Z",
          "detail": "It is gone.", "remedy": "Bring it back.",
        ],
        [
          "part": "disk", "state": "ok", "essential": true, "since": "2023-11-14T22:13:20Z", "detail": "Soon full.",
          "remedy": "Make room.",
        ],
        [
          "part": "club", "state": "ok", "essential": false, "since": "2023-11-14T22:13:20Z", "detail": "",
          "remedy": "",
        ],
      ])
  }
}
