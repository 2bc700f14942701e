import FieldhouseKit
import Foundation

/// Reminds people of sessions.
struct Coach: Plugin {
  let host: PluginHost

  init(host: PluginHost) throws { self.host = host }

  func routes(_ routes: inout Routes) {
    routes.put("/sessions/{session}", "Have people reminded", access: .guest) {
      (input: SessionInput, call, transaction) in
      let people = try input.people?.map { AccountID($0) } ?? [call.account.id]
      var reminder = Reminder(
        of: "session/\(input.session)", at: input.at, lead: input.lead, to: people, kind: input.kind ?? "soon",
        text: "soon.text", arguments: ["session": input.session], link: "/coach/sessions/\(input.session)")
      reminder.about = (input.about ?? []).map { AccountID($0) }
      try await transaction.reminders.set(reminder)
      if input.isRefused == true { throw Problem.conflict("refused", "No.") }
      return NoContent()
    }
    routes.put("/sessions/{session}/time", "Move a session", access: .guest) {
      (input: TimeInput, _, transaction) in
      try await transaction.reminders.move("session/\(input.session)", to: input.at)
      return NoContent()
    }
    routes.delete("/sessions/{session}", "Call a session off", access: .guest) {
      (input: SessionName, _, transaction) in
      try await transaction.reminders.cancel("session/\(input.session)")
      return NoContent()
    }
  }
}

struct SessionInput: RouteInput {
  var session: String
  var at: Date
  var lead: Double
  var kind: String?
  var people: [String]?
  var about: [String]?
  var isRefused: Bool?
}

struct TimeInput: RouteInput {
  var session: String
  var at: Date
}

struct SessionName: RouteInput {
  var session: String
}

@c(coach_plugin)
public func coachPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(Coach.self) }
