import FieldhouseKit
import Foundation

/// An event as a file of another program tells it.
struct ImportedEvent: Sendable, Equatable {
  /// What is wrong with one, by the codes that people read a sentence for.
  enum Mistake: String, Sendable, Codable, CaseIterable {
    /// No name.
    case title
    /// No beginning, or one that is no time.
    case start
    /// An end that is none, or not behind the beginning within 31 days.
    case end
    /// A time zone that nobody knows.
    case zone
    /// A rule of recurrence that is none, or that makes no date.
    case recurrence
    /// More dates than a series or a file has, or some outside 2000 to 2099.
    case many
    /// Something that is not taken over, such as single dates added to a series, or a change of all dates that follow.
    case unsupported
  }

  /// Where it stands in the file: the line at which it begins, from 1.
  var line: Int
  var kind = TeamEvent.Kind.event
  var title = ""
  var startsAt = Date(timeIntervalSince1970: 0)
  var endsAt = Date(timeIntervalSince1970: 0)
  var timeZone = "UTC"
  /// Whether it has no hours.
  var isAllDay = false
  var description = ""
  var place = ""
  var opponent = ""
  var tags: [String] = []
  var isCancelled = false
  /// A rule by which it comes again.
  var repeats: String?
  /// Beginnings that the rule makes and that do not take place.
  var except: Set<Date> = []
  var mistake: Mistake?

  /// A text of the file as one line of at most so many characters, without marks that cannot be seen and join nothing.
  static func line(_ text: String, _ length: Int) -> String {
    String(lines(text, length * 4).foldingWhiteSpace.prefix(length)).foldingWhiteSpace
  }

  /// A text of the file that may have several lines, as ``line(_:_:)`` otherwise.
  static func lines(_ text: String, _ length: Int) -> String {
    let joiners: Set<UInt32> = [0x200C, 0x200D]
    let seen = text.unicodeScalars.filter { $0.properties.generalCategory != .format || joiners.contains($0.value) }
    return String(String(String.UnicodeScalarView(seen)).precomposedStringWithCanonicalMapping.prefix(length))
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// For how long one whose rule has no end is taken over: a year, in days, from its first day on, or from today on where it has begun
  /// before.
  static let openDays = 366
  /// What looking for the dates of a whole file may cost (``Recurrence/instants(from:most:within:)``): a thousand
  /// birthdays without an end cost 750,000.
  static let mostEffort = 1_000_000

  /// An event, or a series, as it comes on the calendar.
  typealias Dates = Result<(rule: String?, dates: [Date]), Mistake>

  /// The dates of all events of a file, at a cost that they share: when it is used up, what comes behind is too many.
  /// - Parameter now: before all of them unless given.
  static func dates(
    of events: [ImportedEvent], at now: Date = .distantPast, within effort: Int = mostEffort
  ) -> [Dates] {
    var effort = effort
    return events.map { $0.dates(at: now, within: &effort) }
  }

  /// The beginnings, and the rule as it is kept: one without an end gets one (``openDays``).
  /// - Parameter effort: what looking for them may cost yet; what it has cost is taken off.
  private func dates(at now: Date, within effort: inout Int) -> Dates {
    if let mistake { return .failure(mistake) }
    guard let zone = TimeZone(identifier: timeZone) else { return .failure(.zone) }
    let plan = plan
    guard startsAt < endsAt, !EventStore.isTooLong(from: startsAt, to: endsAt, isAllDay ? plan.days : nil) else {
      return .failure(.end)
    }
    guard let repeats else {
      return EventPlanInput.years.contains(startsAt) ? .success((rule: nil, dates: [startsAt])) : .failure(.many)
    }
    guard var rule = RecurrenceRule(repeats) else { return .failure(.recurrence) }
    let first = plan.wall
    var (text, since) = (repeats, nil as Int?)
    if rule.end == nil {
      let today = now.addingTimeInterval(Double(zone.secondsFromGMT(for: now)))
      let day = Int((max(first, today).timeIntervalSince1970 / 86_400).rounded(.down))
      since = day
      text += ";UNTIL=" + CivilDay(daysSince1970: day + Self.openDays).description.filter { $0 != "-" }
      guard let ended = RecurrenceRule(text) else { return .failure(.recurrence) }
      rule = ended
    }
    // Those that do not take place do not count among the most that a series has.
    let most = Recurrence.mostDates + 1 + except.count
    let recurrence = Recurrence(rule: rule, zone: zone)
    guard let all = recurrence.instants(from: first, since: since, most: most, within: &effort) else {
      return .failure(.many)
    }
    let dates = all.filter { !except.contains($0) }
    guard !dates.isEmpty else { return .failure(.recurrence) }
    guard dates.count <= Recurrence.mostDates, dates.allSatisfy(EventPlanInput.years.contains) else {
      return .failure(.many)
    }
    return .success((rule: text, dates: dates))
  }

  /// What it is to be on the calendar, at its first date.
  var plan: EventPlan {
    EventPlan(
      kind: kind, title: title, startsAt: startsAt, endsAt: endsAt, timeZone: timeZone, isAllDay: isAllDay,
      capacity: nil, deadlineMinutes: 0, minimumAge: nil, isCancelled: isCancelled,
      details: EventDetails(
        description: description, locations: place.isEmpty ? [] : [Location(name: place)], tags: tags,
        opponent: opponent, meetMinutes: nil, hasAlcohol: false), contacts: [])
  }
}

extension ImportedEvent.Mistake: Error {}
