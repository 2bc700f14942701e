import FieldhouseKit
import Foundation

// Tournaments: who plays, on which cards and when, the board, and what the director decides.
extension FolfScoring {
  func eventRoutes(_ routes: inout Routes) {
    routes.get(
      "/events", "Tournaments that everybody may see, and those that I am in, the latest first", access: .everyone
    ) { (input: HistoryInput, call) in
      let (limit, me) = (input.limit ?? 20, call.principal?.account.id)
      let place = try input.place
      let events = try await host.storage.read {
        try await EventStore.events(for: me, behind: place, limit: limit + 1, in: $0)
      }
      let page = events.prefix(limit)
      let next = events.count > limit ? page.last.map { PagePlace(at: $0.startsAt, id: $0.id).text } : nil
      return Page(items: page.map(EventOutput.init), next: next)
    }
    routes.post(
      "/events", "Make a tournament, whose director I am", access: .account,
      problems: [.courseUnknown, .layoutUnknown, .leagueUnknown]
    ) { (input: EventInput, call, transaction) in
      let event = try await made(input, by: try call.account.id, in: transaction)
      try await EventStore.add(event, at: call.now, in: transaction)
      return EventName(event: event.id)
    }
    routes.get(
      "/events/{event}", "A tournament with its board: for everybody where it is public, else for those who are in it",
      access: .everyone, problems: [.notFound()]
    ) { (input: EventName, call) in
      try await board(input.event, for: call.principal?.account.id)
    }
    routes.put(
      "/events/{event}/entry",
      "Come into a tournament, or say something else of my entry: whether I am named at any time, the rest until it begins",
      access: .account, problems: [.notFound(), .eventBegun]
    ) { (input: EventEntryInput, call, transaction) in
      let (event, me) = (try await EventStore.event(input.event, in: transaction), try call.account)
      let known = try await EventStore.entrants(of: event.id, in: transaction).first { $0.account == me.id }
      guard event.isPublic || event.owner == me.id || known != nil else { throw Problem.notFound() }
      let isTheSame = known?.division == input.division && known?.memberNumber == input.memberNumber
      guard event.state == .open || isTheSame else { throw Problem.eventBegun }
      try await EventStore.enter(
        Entrant(
          id: known?.id ?? RoundStore.newID(), event: event.id, account: me.id, name: me.name, division: input.division,
          pool: known?.pool ?? "", memberNumber: input.memberNumber, isOut: false, consents: input.consents ?? false,
          hasWonPlayoff: false),
        at: call.now, in: transaction)
      return EventName(event: event.id)
    }
    routes.delete(
      "/events/{event}/entry",
      "Leave a tournament that is not over; whoever leaves it within a round has not finished that",
      access: .account, problems: [.notFound(), .eventOver]
    ) { (input: EventName, call, transaction) in
      let (event, me) = (try await EventStore.event(input.event, in: transaction), try call.account.id)
      guard let mine = try await EventStore.entrants(of: event.id, in: transaction).first(where: { $0.account == me })
      else {
        throw Problem.notFound()
      }
      guard event.state != .finished else { throw Problem.eventOver }
      try await withdraw(mine, from: event, at: call.now, in: transaction)
      return NoContent()
    }
    directorRoutes(&routes)
    directedRoundRoutes(&routes)
    eventChangeRoutes(&routes)
    eventStatisticsRoutes(&routes)
  }

  private func directorRoutes(_ routes: inout Routes) {
    routes.post(
      "/events/{event}/entrants", "Enter somebody, or change an entry", access: .permission("direct", in: "event"),
      status: 200, problems: [.entrantUnknown]
    ) { (input: EntrantInput, call, transaction) in
      let event = try await EventStore.event(input.event, in: transaction)
      let known = try await EventStore.entrants(of: event.id, in: transaction).first { $0.id == input.entrant }
      guard (known == nil) == (input.entrant == nil) else { throw Problem.entrantUnknown }
      let name = try (known?.name ?? input.name ?? "").trimmedName("/name")
      try await EventStore.enter(
        Entrant(
          id: known?.id ?? RoundStore.newID(), event: event.id, account: known?.account, name: name,
          division: input.division,
          pool: input.pool ?? known?.pool ?? "", memberNumber: input.memberNumber ?? known?.memberNumber, isOut: false,
          consents: known?.consents ?? false, hasWonPlayoff: false), at: call.now, in: transaction)
      return EventName(event: event.id)
    }
    routes.delete(
      "/events/{event}/entrants/{entrant}",
      "Take somebody off the list, or out once the tournament has begun, also when it is over",
      access: .permission("direct", in: "event"), problems: [.entrantUnknown]
    ) { (input: EntrantName, call, transaction) in
      let event = try await EventStore.event(input.event, in: transaction)
      let entrants = try await EventStore.entrants(of: event.id, in: transaction)
      guard let entrant = entrants.first(where: { $0.id == input.entrant }) else { throw Problem.entrantUnknown }
      try await withdraw(entrant, from: event, at: call.now, in: transaction)
      return NoContent()
    }
    routes.post(
      "/events/{event}/penalties", "Add penalty throws by a rule", access: .permission("direct", in: "event"),
      status: 200,
      problems: [.entrantUnknown]
    ) { (input: PenaltyInput, call, transaction) in
      let event = try await EventStore.event(input.event, in: transaction)
      let entrants = try await EventStore.entrants(of: event.id, in: transaction)
      guard entrants.contains(where: { $0.id == input.entrant }) else { throw Problem.entrantUnknown }
      guard input.round <= event.rounds else {
        throw Problem.invalid("/round", "too-large", "The tournament has \(event.rounds) rounds.")
      }
      try await EventStore.add(
        Penalty(
          id: RoundStore.newID(), event: input.event, number: input.round, entrant: input.entrant, rule: input.rule,
          throwCount: input.throwCount, note: input.note ?? ""), at: call.now, in: transaction)
      return EventName(event: input.event)
    }
    routes.delete(
      "/events/{event}/penalties/{penalty}", "Take penalty throws away again",
      access: .permission("direct", in: "event"),
      problems: [.penaltyUnknown]
    ) { (input: PenaltyName, _, transaction) in
      let count = try await transaction.execute(
        "delete from penalties where id = \(input.penalty) and event = \(input.event)")
      guard count == 1 else { throw Problem.penaltyUnknown }
      try await EventStore.tell(input.event, in: transaction)
      return NoContent()
    }
    routes.post(
      "/events/{event}/finish", "End a tournament: its places count for its league",
      access: .permission("direct", in: "event"),
      status: 204
    ) { (input: EventName, _, transaction) in
      try await EventStore.set(.finished, of: input.event, in: transaction)
      return NoContent()
    }
  }

  private func board(_ id: String, for viewer: AccountID?) async throws -> BoardOutput {
    let reading = try await host.storage.read { try await EventReading(id, in: $0) }
    let event = reading.event
    let mine = reading.entrants.first { $0.account == viewer && viewer != nil }
    let isInside = try reading.check(viewer)
    let director = try await host.authentication.accounts([event.owner])[event.owner]
    return BoardOutput(
      event: EventOutput(event), director: director?.name ?? "", isDirector: event.owner == viewer, me: mine?.id,
      rows: reading.rows(for: viewer, isInside: isInside),
      cards: reading.cards.map { card in
        let players = reading.players[card.round] ?? []
        let isTheirs = event.owner == viewer || players.contains { $0.account == viewer && viewer != nil }
        return BoardOutput.CardOutput(
          round: isTheirs ? card.round : nil, number: card.number, teeTime: card.teeTime,
          hole: event.layout.holes[card.hole - 1].number, entrants: players.map(\.seat),
          isOver: reading.finished.contains(card.round))
      },
      penalties: reading.penalties.map {
        BoardOutput.PenaltyOutput(
          id: $0.id, entrant: $0.entrant, round: $0.number, rule: $0.rule, throwCount: $0.throwCount, note: $0.note)
      })
  }

  private func made(
    _ input: EventInput, by owner: AccountID, in transaction: any ReadTransaction
  ) async throws -> PlayedEvent {
    var (layout, courseName) = (Layout.plain(input.holes ?? 18), "")
    if let id = input.course {
      guard let course = try await courses.find(id, for: owner, in: transaction) else { throw Problem.courseUnknown }
      guard
        let found = course.layouts.first(where: {
          $0.endedOn == nil && (input.layout == nil || $0.name == input.layout)
        })
      else { throw Problem.layoutUnknown }
      (layout, courseName) = (found, course.name)
    }
    if let league = input.league { try await own(league, of: owner, in: transaction) }
    return PlayedEvent(
      id: RoundStore.newID(), owner: owner, name: try input.name.trimmedName("/name"), about: input.about?.filled ?? "",
      course: input.course, courseName: courseName, layout: layout, rounds: input.rounds ?? 1, startsAt: input.startsAt,
      interval: input.interval, groupSize: input.groupSize ?? 4, state: .open, isPublic: input.isPublic ?? false,
      league: input.league)
  }
}

extension Problem {
  static var eventBegun: Problem { .conflict("event-begun", "The tournament has begun. Ask its director.") }
  fileprivate static var eventOver: Problem {
    .conflict("event-over", "The tournament is over: what was played stays. Ask its director.")
  }
  static var entrantUnknown: Problem { .notFound("entrant-unknown", "Nobody in the tournament has this id.") }
  static var leagueUnknown: Problem { .notFound("league-unknown", "You have no such league.") }
  fileprivate static var penaltyUnknown: Problem { .notFound("penalty-unknown", "There are no such penalty throws.") }
}
