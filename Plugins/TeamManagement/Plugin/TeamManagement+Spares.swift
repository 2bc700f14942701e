import FieldhouseKit
import Foundation

// Spares are called when members leave places empty, in a fair order, and not at night.
extension TeamManagement {
  static let spares = "spares"

  /// How long after a change it is looked, once for what is changed together, and how long at most until it is looked again, in
  /// seconds.
  private static let (pause, rest): (TimeInterval, TimeInterval) = (1, 900)

  /// Has it looked whether spares are to be called, as soon as what has changed is committed.
  func lookForSpares(at now: Date) async throws {
    try await host.schedules.schedule(Self.spares, due: now.addingTimeInterval(Self.pause)) { due in
      try await callSpares(at: due)
    }
  }

  /// Calls whoever is to be called now.
  /// - Returns: when to look again; nil while no team that has spares has an event ahead with a number of places.
  func callSpares(at due: Date) async throws -> Date? {
    let now = max(due, host.clock.now)
    var next: Date?
    for id in try await host.storage.read({ try await SpareStore.events(at: now, in: $0) }) {
      let again = try await host.storage.write { transaction in try await call(id, at: now, in: transaction) }
      let latest = now.addingTimeInterval(Self.rest)
      next = min(next ?? latest, again ?? latest)
    }
    return next
  }

  /// Calls the spares that an event of a team that lives needs.
  /// - Returns: when to look at it again; nil for not before something changes.
  private func call(_ id: String, at now: Date, in transaction: any Transaction) async throws -> Date? {
    guard let event = try await EventStore.find(id, in: transaction), let capacity = event.plan.capacity,
      !event.plan.isCancelled, now < event.deadline,
      let group = try await transaction.groups.group(event.team), group.archivedAt == nil
    else { return nil }
    let spares = try await SpareStore.spares(of: event.team, in: transaction)
    let able = Set(try await mayCome(spares.map(\.account), to: event))
    let answers = try await AnswerStore.answers(to: id, in: transaction)
    let (isSpare, said) = (
      Set(spares.map(\.account)),
      Dictionary(answers.map { ($0.account, $0.reply) }, uniquingKeysWith: { one, _ in one })
    )
    let calls = try await SpareStore.calls(to: id, in: transaction)
    let open = calls.filter { $0.until > now && said[$0.account] == nil && able.contains($0.account) }
    let silent = try await TeamStore.members(of: event.team, in: transaction)
      .filter { !isSpare.contains($0) && (said[$0] == nil || said[$0] == .maybe) }
    // Nobody waits for the answer of who is too young.
    let undecided = try await oldEnough(silent, for: event)
    let needed = Spares.needed(
      capacity: capacity, going: answers.filter { $0.reply == .yes }.count, undecided: undecided.count,
      called: open.count)
    let called = Set(calls.map(\.account))
    let free = Spares.order(
      spares.filter { able.contains($0.account) && !called.contains($0.account) && said[$0.account] == nil })
    guard needed > 0, !free.isEmpty else { return open.map(\.until).min() }
    let awake = Spares.awake(from: now, in: event.plan.zone)
    guard awake <= now else { return awake }
    let until = now.addingTimeInterval(Double(settings.spareMinutes) * 60)
    for account in free.prefix(needed) {
      try await SpareStore.call(account, to: id, until: until, at: now, in: transaction)
    }
    try await tell(
      Array(free.prefix(needed)), of: event, in: group.name, until: min(until, event.deadline), in: transaction)
    return (open.map(\.until) + [until]).min()
  }

  private func tell(
    _ called: [AccountID], of event: TeamEvent, in name: String, until: Date, in transaction: any Transaction
  ) async throws {
    var request = NotificationRequest(
      recipients: called, kind: "spare-called", text: "spare-called",
      arguments: ["team": name, "event": event.plan.title], link: event.page)
    request.until = until
    try await transaction.notify(request)
  }
}
