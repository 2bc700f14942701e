import FieldhouseKit
import Foundation

/// Asks about one person, and makes days of what is answered.
struct Inquest: Sendable {
  /// So many days are asked about at once: with what zones may shift them, 32 days at most.
  private static let days = 30

  let host: PluginHost
  let dirty: Dirty
  let now: Date

  /// What is known of the person here.
  private struct Person: Sendable {
    let walker: Walker
    let stays: Stays
    let zones: DayZones
  }

  func outcome() async throws -> Outcome {
    var outcome = Outcome(dirty: dirty)
    guard let person = try await person(), let joinedAt = person.stays.joinedAt else { return outcome }
    let body = try await figures()
    let last = person.zones.day(of: min(dirty.span.upperBound - 1, now.millisecondsSince1970 + 86_400_000))
    var first = person.zones.day(of: max(dirty.span.lowerBound, joinedAt))
    while first <= last, !outcome.isOpen {
      let days = first...min(first + Self.days - 1, last)
      try await look(at: days, person, body, &outcome)
      first = days.upperBound + 1
    }
    return outcome
  }

  private func person() async throws -> Person? {
    let account = dirty.account
    return try await host.storage.read { transaction in
      guard let walker = try await WalkerStore.find(account, in: transaction) else { return nil }
      return Person(
        walker: walker, stays: try await WalkerStore.stays(of: account, in: transaction),
        zones: try await WalkerStore.zones(of: account, in: transaction))
    }
  }

  private func figures() async throws -> BodyFigures {
    let body = try await host.authentication.bodyData(of: dirty.account)
    return BodyFigures(
      weight: body?.weight, height: body?.height, sex: body?.gender.flatMap(BodyFigures.Sex.init))
  }

  private func look(
    at days: ClosedRange<Int>, _ person: Person, _ body: BodyFigures, _ outcome: inout Outcome
  ) async throws {
    let span = DayZones.span(of: days)
    let input = SpanInput(from: span.lowerBound, before: span.upperBound)
    let answer: Answer<ActivitiesAnswer> = try await host.questions.ask(Asked.activities, input, about: dirty.account)
    guard case .answered(let found) = answer, found.isComplete else {
      // Without consent nothing is told, and what is kept stays; whoever does not answer now is asked again.
      if case .refused = answer { return }
      outcome.isOpen = true
      return
    }
    let (account, recorded) = (dirty.account, days)
    let kept = try await host.storage.read { try await SessionStore.days(of: account, in: recorded, $0) }
    let byDay = Dictionary(grouping: found.activities) { person.zones.day(of: $0.start) }
    for day in days where byDay[day] != nil || kept.contains(day) {
      if let session = try await session(day, byDay[day] ?? [], person, body) { outcome.sessions.append(session) }
    }
    if person.walker.isRecognised, let club = person.walker.club {
      try await place(person, club, span, &outcome)
    }
  }

  /// Nil for a day on which the person was in no club.
  private func session(
    _ day: Int, _ activities: [Activity], _ person: Person, _ body: BodyFigures
  ) async throws -> Session? {
    let end = person.zones.end(of: day)
    guard let stay = person.stays.stay(at: end - 1), let club = stay.club else { return nil }
    let season = try await host.storage.read { try await SeasonStore.season(of: day, in: $0) }
    let terms = DaySession.Terms(
      rules: season?.rules ?? SeasonRules(), body: body, joinedAt: person.stays.joinedAt, end: end)
    return Session(
      account: dirty.account, day: day, club: club, crew: stay.crew ?? "", endsAt: Date(millisecondsSince1970: end),
      content: DaySession(activities, terms), version: season?.version ?? 0, reckonedAt: now)
  }

  /// Asks where the person was, of the days that may still count.
  private func place(_ person: Person, _ club: String, _ span: Range<Int64>, _ outcome: inout Outcome) async throws {
    let earliest = now.addingTimeInterval(-PresenceStore.keptFor).millisecondsSince1970
    guard span.upperBound > earliest else { return }
    let input = SpanInput(from: max(span.lowerBound, earliest), before: span.upperBound)
    let answer: Answer<PlacesAnswer> = try await host.questions.ask(Asked.places, input, about: dirty.account)
    guard let found = answer.value else { return }
    outcome.marks.append((input.from..<input.before, club, found.marks))
  }
}
