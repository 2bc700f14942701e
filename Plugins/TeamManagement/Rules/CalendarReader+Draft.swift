import FieldhouseKit
import Foundation

extension CalendarReader {
  /// An event as far as it is read.
  struct Draft {
    var event: ImportedEvent
    var id = ""
    /// The beginning that its series has it at.
    var replaces: Date?
    private var isStarted = false
    private var isUTC = false
    private var hasEnd = false
    private var length: TimeInterval?
    /// The title alone, where a host like this one has written the file.
    private var title = ""
    private var kind: TeamEvent.Kind?

    init(event: ImportedEvent) { self.event = event }

    mutating func take(_ property: Property, _ zone: TimeZone) {
      let value = property.value
      switch property.name {
      case "UID": id = value
      case "SUMMARY": event.title = ImportedEvent.line(CalendarReader.plain(value), 100)
      case "DESCRIPTION": event.description = ImportedEvent.lines(CalendarReader.plain(value), 2_000)
      case "X-FIELDHOUSE-TITLE": title = ImportedEvent.line(CalendarReader.plain(value), 100)
      case "X-FIELDHOUSE-OPPONENT": event.opponent = ImportedEvent.line(CalendarReader.plain(value), 100)
      case "X-FIELDHOUSE-KIND": kind = TeamEvent.Kind(rawValue: value)
      case "LOCATION": event.place = ImportedEvent.line(CalendarReader.plain(value), 120)
      case "CATEGORIES":
        event.tags += CalendarReader.parts(value).map { ImportedEvent.line($0, 30) }.filter { !$0.isEmpty }
      case "STATUS": event.isCancelled = value.uppercased() == "CANCELLED"
      case "RRULE": event.repeats = value.uppercased()
      case "RDATE", "EXRULE": event.mistake = event.mistake ?? .unsupported
      case "DTSTART", "DTEND", "EXDATE", "RECURRENCE-ID": takeTimes(property, zone)
      case "DURATION":
        // What is longer than any event is no end.
        length = Self.seconds(value).flatMap { $0 <= EventStore.farthest ? $0 : nil }
        if length == nil { event.mistake = event.mistake ?? .end }
      default: break
      }
    }

    private mutating func takeTimes(_ property: Property, _ zone: TimeZone) {
      guard let times = Times(property, zone) else {
        event.mistake = event.mistake ?? Self.mistake(in: property, zone)
        return
      }
      switch property.name {
      case "DTSTART":
        isUTC = times.isUTC
        (event.startsAt, event.timeZone, event.isAllDay, isStarted) = (
          times.instants[0], times.zone.identifier, times.isDay, true
        )
      case "DTEND": (event.endsAt, hasEnd) = (times.instants[0], true)
      case "EXDATE": event.except.formUnion(times.instants)
      default:
        replaces = times.instants[0]
        // A change of all that follow is no date of its own.
        if property.parameters["RANGE"] != nil { event.mistake = event.mistake ?? .unsupported }
      }
    }

    private static func mistake(in property: Property, _ zone: TimeZone) -> ImportedEvent.Mistake {
      guard Times.zone(of: property, zone) != nil else { return .zone }
      switch property.name {
      case "DTSTART": return .start
      case "DTEND": return .end
      default: return .recurrence
      }
    }

    /// The event with what is left out: without an end it lasts an hour, or the day. What is told in UTC comes again in UTC.
    func finished() -> Draft {
      var draft = self
      if !isStarted { draft.event.mistake = draft.event.mistake ?? .start }
      if !hasEnd { draft.event.endsAt = impliedEnd }
      if !title.isEmpty { draft.event.title = title }
      if draft.event.title.allSatisfy(\.isWhitespace) { draft.event.mistake = draft.event.mistake ?? .title }
      draft.event.tags = Array(draft.event.tags.prefix(10))
      if draft.event.repeats != nil { draft.event.kind = .practice }
      if draft.event.repeats != nil, isUTC { draft.event.timeZone = "UTC" }
      if let kind { draft.event.kind = kind }
      return draft
    }

    /// The end that the length makes. Days are counted on the wall, as not all of them are as long.
    private var impliedEnd: Date {
      guard event.isAllDay, let zone = TimeZone(identifier: event.timeZone) else {
        return event.startsAt.addingTimeInterval(length ?? 3_600)
      }
      let wall = WallTime.wall(of: event.startsAt, in: zone).addingTimeInterval(length ?? 86_400)
      return WallTime.instant(of: wall, in: zone)
    }

    /// A duration such as `PT1H30M`, `P1D` or `P2W` in seconds (RFC 5545, § 3.3.6); nil for none, and for one that is not ahead.
    static func seconds(_ text: String) -> TimeInterval? {
      let text = text.hasPrefix("+") ? text.dropFirst() : text[...]
      guard text.hasPrefix("P") else { return nil }
      let units: [Character: Double] = ["W": 604_800, "D": 86_400, "H": 3_600, "M": 60, "S": 1]
      var (sum, digits) = (0.0, "")
      for character in text.dropFirst() where character != "T" {
        if let unit = units[character], let number = Double(digits) {
          (sum, digits) = (sum + unit * number, "")
        } else if character.isASCII, character.isNumber, digits.count < 6 {
          digits.append(character)
        } else {
          return nil
        }
      }
      return digits.isEmpty && sum > 0 ? sum : nil
    }
  }

  /// The instants of a line, with their zone.
  struct Times {
    let instants: [Date]
    let zone: TimeZone
    let isDay: Bool
    let isUTC: Bool

    /// - Parameter usual: the zone of times that name none.
    /// - Returns: nil for what is no time, or one in a zone that nobody knows.
    init?(_ property: Property, _ usual: TimeZone) {
      let texts = property.value.split(separator: ",").map { String($0) }
      guard let first = texts.first, let zone = Self.zone(of: property, usual) else { return nil }
      var instants: [Date] = []
      for text in texts {
        let isUTC = text.hasSuffix("Z")
        let full = text.count == 8 ? text + "T000000" : isUTC ? String(text.dropLast()) : text
        guard let wall = WallTime.date(full) else { return nil }
        instants.append(isUTC ? wall : WallTime.instant(of: wall, in: zone))
      }
      (self.instants, self.zone) = (instants, zone)
      (isDay, isUTC) = (first.count == 8, first.hasSuffix("Z"))
    }

    /// The zone that a line names; nil for one that nobody knows.
    static func zone(of property: Property, _ usual: TimeZone) -> TimeZone? {
      guard let name = property.parameters["TZID"] else { return usual }
      return TimeZone(identifier: name.hasPrefix("/") ? String(name.dropFirst()) : name)
    }
  }
}
