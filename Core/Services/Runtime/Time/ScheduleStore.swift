import FieldhouseKit
import Foundation

/// The due instants of all plugins, in the host's own namespace.
struct ScheduleStore: Sendable {
  let storage: any Storage

  func due(_ key: Scheduler.Key) async throws -> Date? {
    try await storage.read { transaction in
      try await transaction.first("select due from schedules where plugin = \(key.plugin) and name = \(key.name)")?[
        "due"]
    }
  }

  func save(_ key: Scheduler.Key, due: Date) async throws {
    try await storage.write { transaction in
      try await transaction.execute(
        """
        insert into schedules (plugin, name, due) values (\(key.plugin), \(key.name), \(due))
        on conflict (plugin, name) do update set due = excluded.due
        """)
    }
  }

  func remove(_ key: Scheduler.Key) async throws {
    try await storage.write { transaction in
      try await transaction.execute("delete from schedules where plugin = \(key.plugin) and name = \(key.name)")
    }
  }
}

extension Scheduler {
  /// What the host's namespace needs for the scheduler.
  public static var migration: (id: String, sql: String) {
    (
      "0001-schedules",
      "create table schedules (plugin text not null, name text not null, due integer not null, primary key (plugin, name))"
    )
  }
}
