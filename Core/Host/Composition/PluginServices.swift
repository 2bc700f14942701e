import FieldhouseKit
import FieldhouseStorage
import Foundation

/// Notifications of the kinds that the manifest declares.
struct DeclaredNotifications: Notifications {
  let notifications: any Notifications
  let names: DeclaredNames?

  func send(_ notification: NotificationRequest) async throws {
    try names.check(notification)
    try await notifications.send(notification)
  }
}

/// Schedules that the manifest declares, which follow the commit of the transaction that asks for them.
struct DeclaredSchedules: Schedules {
  let schedules: any Schedules
  let names: Set<String>

  func schedule(_ name: String, due: Date, _ body: @escaping @Sendable (Date) async throws -> Date?) async throws {
    guard names.contains(name) else {
      throw Problem(
        status: 500, code: "schedule-unknown", detail: "The plugin's manifest declares no schedule '\(name)'.")
    }
    let isLater = AfterCommit.add { [schedules] in
      // A name that is declared is never refused.
      try? await schedules.schedule(name, due: due, body)
    }
    if !isLater { try await schedules.schedule(name, due: due, body) }
  }

  func cancel(_ name: String) async {
    if !AfterCommit.add({ [schedules] in await schedules.cancel(name) }) { await schedules.cancel(name) }
  }
}

/// Settings that were checked against the manifest's schema.
struct PluginSettings: Settings {
  let values: JSON
}

/// No files: the operator granted none.
struct DeniedMedia: Media {
  private static let problem = Problem.forbidden("This plugin may not keep files: grant it 'media' in its manifest.")
  func store(_ bytes: [UInt8], contentType: String) async throws -> MediaFile { throw Self.problem }
  func file(_ id: String) async throws -> MediaFile? { throw Self.problem }
  func remove(_ id: String) async throws { throw Self.problem }
}
