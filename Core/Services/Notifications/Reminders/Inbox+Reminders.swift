public import FieldhouseKit

extension Inbox {
  /// A reminder for the export of the person whom it is for.
  public func export(_ reminder: UpcomingReminder, of plugin: String, language: String) -> JSON {
    [
      "thing": .string(reminder.thing), "kind": .string(reminder.kind),
      "at": .string(RFC3339.string(from: reminder.at) ?? ""), "due": .string(RFC3339.string(from: reminder.due) ?? ""),
      "text": .string(render(plugin, reminder.text, language, reminder.arguments)),
      "link": reminder.link.map { .string($0) } ?? .null, "isSent": .bool(reminder.isSent),
    ]
  }
}
