import FieldhouseKit
import Foundation

extension TeamManagement {
  func attendanceRoutes(_ routes: inout Routes) {
    routes.put(
      "/teams/{team}/events/{event}/presence", "Say whether I am or was there",
      access: .permission(Permission.view, in: "team"),
      problems: [.teamArchived, .eventUnknown, .eventAhead, .eventCancelled, .ageUnknown(21), .tooYoung(21)]
    ) { (input: PresenceInput, call, transaction) in
      let (me, event) = (try call.account.id, try await held(input.team, input.event, at: call.now, in: transaction))
      try await checkMember(me, of: input.team, in: transaction)
      if input.state.isThere { try await checkAge(of: me, for: event) }
      try await AttendanceStore.setOwn(input.state, of: me, at: event, now: call.now, in: transaction)
      try await publish("attendance", of: input.team, event: event.id, in: transaction)
      return NoContent()
    }
    routes.put(
      "/teams/{team}/events/{event}/attendance/{account}", "Take the attendance of a member, or take it back",
      access: .permission(Permission.attendance, in: "team"),
      problems: [.teamArchived, .eventUnknown, .memberUnknown, .eventAhead, .eventCancelled]
    ) { (input: RulingInput, call, transaction) in
      let event = try await held(input.team, input.event, at: call.now, in: transaction)
      try await checkMember(input.account, of: input.team, in: transaction)
      let me = try call.account.id
      try await AttendanceStore.rule(
        input.state, of: input.account, at: event, by: me, now: call.now, in: transaction)
      try await TeamLog.note(
        .attendanceTaken, in: input.team, by: me, of: input.account, event.plan.title, at: call.now, transaction)
      try await publish("attendance", of: input.team, event: event.id, in: transaction)
      return NoContent()
    }
    readingRoutes(&routes)
  }

  private func readingRoutes(_ routes: inout Routes) {
    routes.get(
      "/teams/{team}/events/{event}/attendance", "The attendance of all members at an event",
      access: .permission(Permission.attendance, in: "team"), problems: [.eventUnknown]
    ) { (input: EventInput, _) in Page(items: try await marks(input)) }
    routes.get(
      "/teams/{team}/members/{account}/attendance", "At what a member was: the own attendance, or that of a member",
      access: .permission(Permission.view, in: "team"), problems: [.onlyOwn]
    ) { (input: MemberInput, call) in
      let me = try call.account.id
      if me != input.account,
        try await !host.rights.has(Permission.attendance, me, in: Team.scope(input.team))
      {
        throw Problem.onlyOwn
      }
      return try await attendance(of: input.account, in: input.team, at: call.now)
    }
    routes.get(
      "/teams/{team}/attendance", "How often each member was there",
      access: .permission(Permission.attendance, in: "team")
    ) { (input: TeamInput, _) in Page(items: try await sums(of: input.team)) }
  }

  /// An event whose attendance can be taken.
  private func held(
    _ team: String, _ id: String, at now: Date, in transaction: any Transaction
  ) async throws -> TeamEvent {
    _ = try await TeamStore.living(team, in: transaction)
    let event = try await EventStore.event(id, of: team, in: transaction)
    guard !event.plan.isCancelled else { throw Problem.eventCancelled }
    guard Attendance.isOpen(startsAt: event.plan.startsAt, at: now) else { throw Problem.eventAhead }
    return event
  }

  private func marks(_ input: EventInput) async throws -> [MarkOutput] {
    let (marks, answers) = try await host.storage.read { transaction in
      let event = try await EventStore.event(input.event, of: input.team, in: transaction)
      return (
        try await AttendanceStore.marks(of: event.id, in: transaction),
        try await AnswerStore.answers(to: event.id, in: transaction)
      )
    }
    let replies = Dictionary(answers.map { ($0.account, $0.reply) }, uniquingKeysWith: { one, _ in one })
    return try await members(of: input.team).map { member, account in
      let mark = marks[member.account]
      return MarkOutput(
        person: PersonOutput(account), state: mark?.state, own: mark?.own, ruling: mark?.ruling,
        checkedInAt: mark?.checkedInAt, reply: replies[member.account])
    }
  }

  private func attendance(of account: AccountID, in team: String, at now: Date) async throws -> MyAttendanceOutput {
    let year: TimeInterval = 366 * 86_400
    let (events, marks, places) = try await host.storage.read { transaction in
      let events = try await EventStore.events(
        of: [team], from: now.addingTimeInterval(-year), to: now.addingTimeInterval(Attendance.lead), in: transaction
      ).filter { !$0.plan.isCancelled }
      let marks = try await AttendanceStore.marks(ofTeam: team, account: account, in: transaction)
      return (events, marks, try await Self.places(of: marks, in: transaction))
    }
    let byEvent = Dictionary(marks.map { ($0.event, $0) }, uniquingKeysWith: { one, _ in one })
    let seen = try await seen(events, by: account)
    let sum = AttendanceSum(
      seen.compactMap { event in byEvent[event.id]?.state.map { ($0, places[event.id]?.contains(account) == true) } })
    return MyAttendanceOutput(
      sum: SumOutput(sum),
      events: seen.reversed().map { event in
        AttendedOutput(
          event: event.id, title: event.plan.title, kind: event.plan.kind, startsAt: event.plan.startsAt,
          endsAt: event.plan.endsAt, timeZone: event.plan.timeZone, allDay: event.plan.isAllDay,
          state: byEvent[event.id]?.state, own: byEvent[event.id]?.own)
      })
  }

  private func sums(of team: String) async throws -> [MemberSumOutput] {
    let (marks, places) = try await host.storage.read { transaction in
      let marks = try await AttendanceStore.marks(ofTeam: team, account: nil, in: transaction)
      return (Dictionary(grouping: marks, by: \.account), try await Self.places(of: marks, in: transaction))
    }
    return try await members(of: team).map { member, account in
      let sum = AttendanceSum(
        (marks[member.account] ?? []).compactMap { mark in
          mark.state.map { ($0, places[mark.event]?.contains(mark.account) == true) }
        })
      return MemberSumOutput(person: PersonOutput(account), sum: SumOutput(sum))
    }
  }

  /// Who had a place by the own answer, and is noted as absent, by event: who waited for a place has left none empty.
  private static func places(
    of marks: [AttendanceStore.Mark], in transaction: any ReadTransaction
  ) async throws -> [String: Set<AccountID>] {
    let absent = marks.filter { $0.state == .absent }
    let rows = try await transaction.query(
      """
      select event, account from answers
      where event in (\(list: Set(absent.map(\.event)))) and account in (\(list: Set(absent.map(\.account)))) and reply = 'yes'
      """)
    var places: [String: Set<AccountID>] = [:]
    for row in rows { places[try row["event"], default: []].insert(try row["account"]) }
    for event in try await EventStore.plain(Array(places.keys), in: transaction) where event.plan.isLimited {
      places[event.id]?.formIntersection(try await AnswerStore.places(in: event, transaction).going)
    }
    return places
  }
}
