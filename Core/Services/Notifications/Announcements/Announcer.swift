public import FieldhouseKit
internal import Foundation

/// Tells announcements to their audiences, some people at a time: however many there are, no more than a portion is in memory, and a
/// host that was killed goes on behind the last one that it has written down. Whoever is told twice for that has it once.
public struct Announcer: Sendable {
  /// So many people are told in one step.
  static let portion = 512
  private static let lease = 60.0
  /// How long one for an audience that nobody knows waits until it is looked at again: a later release may know it.
  private static let patience = 3_600.0

  let inbox: Inbox
  let source: any AnnouncementSource
  let pace: Double
  let log: any Log
  private let bell = SendBell()

  /// - Parameter pace: how many seconds the host's clock makes in one, at least 1.
  public init(inbox: Inbox, source: any AnnouncementSource, pace: Double, log: any Log) {
    (self.inbox, self.source, self.pace, self.log) = (inbox, source, pace, log)
  }

  /// Works until the task is cancelled.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask {
        while (try? await Task.sleep(for: .seconds(1))) != nil { bell.ring() }
      }
      for await _ in bell.rings {
        do { try await tellDue() } catch {
          log.error("An announcement could not go on and is tried again.", ["error": "\(error)"])
        }
        if Task.isCancelled { break }
      }
      group.cancelAll()
    }
  }

  /// Tells what there is to be told.
  /// - Throws: ``StorageError``; it goes on where it was.
  public func tellDue() async throws {
    while let announcement = try await claim() { try await tell(announcement) }
  }

  func ring() { bell.ring() }

  private func claim() async throws -> Announcement? {
    let now = inbox.clock.now
    let until = now.addingTimeInterval(Self.lease * pace)
    // Mostly there is none, which takes no transaction that writes.
    guard try await inbox.storage.read({ try await AnnouncementStore.isWaited(for: now, in: $0) }) else { return nil }
    return try await inbox.storage.write { try await AnnouncementStore.claim(now: now, until: until, in: $0) }
  }

  /// In whose name an announcement is sent, and as what: the kind that a plugin declares for the groups of the audience's kind, else
  /// the platform's.
  private func sending(_ announcement: Announcement) async throws -> (owner: String, kind: String) {
    if let audience = announcement.audience, case .group(let area, _) = audience,
      let kind = try await source.groupKind(of: audience).map({ "\($0)-announcement" }),
      inbox.kinds.kind(kind, of: area)?.owner == area
    {
      return (area, kind)
    }
    return (announcement.owner, "announcement")
  }

  /// Tells the next part of the audience. What is for an audience that this release does not know is told to nobody and kept:
  /// it holds up no other, and is named in the log each time it is looked at.
  private func tell(_ announcement: Announcement) async throws {
    guard let audience = announcement.audience else {
      let until = inbox.clock.now.addingTimeInterval(Self.patience * pace)
      try await inbox.storage.write { try await AnnouncementStore.putOff(announcement, until: until, in: $0) }
      return log.error(
        "An announcement is for an audience that this release does not know. It is kept and told to nobody.",
        ["announcement": announcement.id, "audience": announcement.audienceText])
    }
    let after = announcement.cursor.isEmpty ? nil : AccountID(announcement.cursor)
    let people = try await source.people(in: audience, after: after, limit: Self.portion)
    let (owner, kind) = try await sending(announcement)
    try await inbox.deliver(
      announcement.request(to: people, as: kind), plugin: owner, source: Announcement.source(of: announcement.id))
    let now = inbox.clock.now
    try await inbox.storage.write {
      try await AnnouncementStore.advance(
        announcement, past: people, isLast: people.count < Self.portion, now: now, in: $0)
    }
  }
}
