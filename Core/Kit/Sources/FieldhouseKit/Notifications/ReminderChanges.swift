public import Foundation

/// The plugin's reminders, to be changed in the transaction that causes it.
///
/// At its time each is sent once as a notification of its kind. One whose time has passed – the host was down, or it was set late –
/// is sent at once, as long as it is of use (``Reminder/until``). What has been sent is remembered for 30 days, so that a
/// thing that is put off takes its reminder along: it is sent again when its new time is still ahead.
public protocol ReminderChanges: Sendable {
  /// Sets a reminder for each of its recipients, in place of the one of the same kind and thing. One that has been sent stays
  /// sent, unless it is due at another time which is still ahead.
  /// - Throws: ``Problem`` 500 `notification-unknown` when the manifest declares no such kind, `reminder-malformed` for what a
  ///   ``Reminder`` cannot be; ``StorageError``.
  func set(_ reminder: Reminder) async throws

  /// Moves everybody's reminders of a thing along with it; each is due as long before as it was.
  /// - Parameters:
  ///   - thing: as they were set.
  ///   - kind: those of one kind only; nil for all.
  ///   - instant: when the thing is now.
  /// - Returns: how many there are.
  /// - Throws: ``Problem`` 500 `reminder-malformed` for an instant out of the years 0 to 9999; ``StorageError``.
  @discardableResult
  func move(_ thing: String, kind: String?, to instant: Date) async throws -> Int

  /// Removes reminders of a thing. What has been sent is in the inbox and stays there.
  /// - Parameters:
  ///   - thing: as they were set.
  ///   - kind: those of one kind only; nil for all.
  ///   - recipients: those of some people only; nil for everybody's.
  /// - Returns: how many there were.
  /// - Throws: ``StorageError``.
  @discardableResult
  func cancel(_ thing: String, kind: String?, of recipients: [AccountID]?) async throws -> Int
}

extension ReminderChanges {
  /// Moves everybody's reminders of a thing, of all kinds.
  @discardableResult
  public func move(_ thing: String, to instant: Date) async throws -> Int {
    try await move(thing, kind: nil, to: instant)
  }

  /// Removes the reminders of a thing, of all kinds: everybody's, or those of some people.
  @discardableResult
  public func cancel(_ thing: String, of recipients: [AccountID]? = nil) async throws -> Int {
    try await cancel(thing, kind: nil, of: recipients)
  }
}

extension Transaction {
  /// A store without reminders.
  public var reminders: any ReminderChanges { NoReminders() }
}

/// The reminders of a store that keeps none.
public struct NoReminders: ReminderChanges {
  /// No reminders.
  public init() {}

  public func set(_ reminder: Reminder) async throws {
    throw Problem(status: 500, code: "notification-unknown", detail: "This store keeps no reminders.")
  }

  public func move(_ thing: String, kind: String?, to instant: Date) async throws -> Int { 0 }
  public func cancel(_ thing: String, kind: String?, of recipients: [AccountID]?) async throws -> Int { 0 }
}
