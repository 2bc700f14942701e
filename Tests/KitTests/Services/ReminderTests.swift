import FieldhouseKit
import Foundation
import Synchronization
import Testing

@Suite struct `A reminder` {
  private let ada = AccountID("ada")
  private let noon = Date(timeIntervalSince1970: 1_786_536_000)

  private func reminder(lead: TimeInterval = 0) -> Reminder {
    Reminder(of: "event/17", at: noon, lead: lead, to: [ada], kind: "event-begins", text: "event-begins.text")
  }

  @Test func `is due at the time of its thing, and of use for a day, unless it says otherwise`() {
    var reminder = reminder()
    #expect(reminder.due == noon)
    #expect(reminder.until == noon.addingTimeInterval(86_400))
    reminder.grace = 60
    #expect(reminder.until == noon.addingTimeInterval(60))
    #expect(reminder.recipients == [ada] && reminder.about.isEmpty && reminder.arguments.isEmpty)
    #expect(reminder.link == nil)
  }

  @Test func `that comes before its thing is of no use behind it, unless it says otherwise`() {
    var reminder = reminder(lead: 3_600)
    #expect(reminder.due == noon.addingTimeInterval(-3_600))
    #expect(reminder.until == noon)
    reminder.grace = 600
    #expect(reminder.until == noon.addingTimeInterval(600))
  }

  @Test func `of a thing without hours names its day, as one of its arguments`() {
    var reminder = reminder()
    #expect(reminder.day == nil)
    reminder.day = CivilDay(year: 2026, month: 8, day: 12)
    #expect(reminder.arguments == ["day": "2026-08-12"])
    #expect(reminder.day == CivilDay(year: 2026, month: 8, day: 12))
    reminder.arguments["day"] = "soon"
    #expect(reminder.day == nil)
    reminder.day = nil
    #expect(reminder.arguments.isEmpty)
  }

  @Test func `is moved and removed for all kinds and everybody, unless somebody says otherwise`() async throws {
    let changes = Recorded()
    #expect(try await changes.move("event/17", to: noon) == 3)
    #expect(try await changes.cancel("event/17") == 2)
    #expect(try await changes.cancel("event/17", of: [ada]) == 2)
    #expect(changes.calls == ["move event/17 - \(noon)", "cancel event/17 - everybody", "cancel event/17 - ada"])
  }

  @Test func `is kept by no store that knows of none, which has none to move or to remove`() async throws {
    let none = UntouchedTransaction().reminders
    await #expect {
      try await none.set(reminder())
    } throws: {
      ($0 as? Problem)?.status == 500 && ($0 as? Problem)?.code == "notification-unknown"
    }
    #expect(try await none.move("event/17", to: noon) == 0)
    #expect(try await none.cancel("event/17") == 0)
  }
}

/// Notes what is asked of it.
private final class Recorded: ReminderChanges {
  private let list = Mutex<[String]>([])

  var calls: [String] { list.withLock { $0 } }

  func set(_ reminder: Reminder) async throws { list.withLock { $0.append("set \(reminder.thing)") } }

  func move(_ thing: String, kind: String?, to instant: Date) async throws -> Int {
    list.withLock { $0.append("move \(thing) \(kind ?? "-") \(instant)") }
    return 3
  }

  func cancel(_ thing: String, kind: String?, of recipients: [AccountID]?) async throws -> Int {
    let whose = recipients?.map(\.text).joined(separator: ",") ?? "everybody"
    list.withLock { $0.append("cancel \(thing) \(kind ?? "-") \(whose)") }
    return 2
  }
}
