import FieldhouseKit
import FieldhouseNotifications
import FieldhouseStorage

extension ReminderSource {
  /// The reminders in the namespace of a plugin.
  init(_ storage: any NamespaceStorage) {
    self.init(plugin: storage.namespace.id) { account, now, after, limit in
      let place = ReminderPlace(at: after.at, thing: after.thing, kind: after.kind)
      return try await storage.reminders(of: account, at: now, after: place, limit: limit).map(UpcomingReminder.init)
    }
  }
}

extension UpcomingReminder {
  init(_ kept: KeptReminder) throws {
    let arguments = try JSON(parsing: kept.arguments).object ?? [:]
    self.init(
      kind: kept.kind, key: kept.key, thing: kept.thing, at: kept.at, due: kept.due, until: kept.until,
      isSent: kept.isOver, text: kept.text,
      arguments: Dictionary(arguments.map { ($0.key, $0.value.string ?? "") }, uniquingKeysWith: { $1 }),
      link: kept.link, about: kept.about)
  }
}

extension ReminderPlace {
  /// Behind a reminder.
  init(_ kept: KeptReminder) {
    self.init(at: kept.at.millisecondsSince1970, thing: kept.thing, kind: kept.kind)
  }
}
