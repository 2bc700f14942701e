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
      case "RDATE": event.mistake = event.mistake ?? .unsupported
      case "DTSTART", "DTEND", "EXDATE", "RECURRENCE-ID": takeTimes(property, zone)
      case "DURATION":
        length = Self.seconds(value)
        if length == nil { event.mistake = event.mistake ?? .end }
      default: break
      }
    }

    private mutating func takeTimes(_ property: Property, _ zone: TimeZone) {
      guard let times = Times(property, zone) else {
        event.mistake = event.mistake ?? (property.parameters["TZID"] == nil ? .start : .zone)
        return
      }
      switch property.name {
      case "DTSTART":
        (event.startsAt, event.timeZone, event.isAllDay, isStarted) = (
          times.instants[0], times.zone.identifier, times.isDay, true
        )
      case "DTEND": (event.endsAt, hasEnd) = (times.instants[0], true)
      case "EXDATE": event.except.formUnion(times.instants)
      default: replaces = times.instants[0]
      }
    }

    /// The event with what is left out: without an end it lasts an hour, or the day.
    func finished() -> Draft {
      var draft = self
      if !isStarted { draft.event.mistake = draft.event.mistake ?? .start }
      if !hasEnd { draft.event.endsAt = impliedEnd }
      if !title.isEmpty { draft.event.title = title }
      if draft.event.title.allSatisfy(\.isWhitespace) { draft.event.mistake = draft.event.mistake ?? .title }
      draft.event.tags = Array(draft.event.tags.prefix(10))
      if draft.event.repeats != nil { draft.event.kind = .practice }
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

    /// - Parameter usual: the zone of times that name none.
    /// - Returns: nil for what is no time, or one in a zone that nobody knows.
    init?(_ property: Property, _ usual: TimeZone) {
      let texts = property.value.split(separator: ",").map { String($0) }
      guard let first = texts.first else { return nil }
      var zone = usual
      if let name = property.parameters["TZID"] {
        guard let named = TimeZone(identifier: name.hasPrefix("/") ? String(name.dropFirst()) : name) else {
          return nil
        }
        zone = named
      }
      var instants: [Date] = []
      for text in texts {
        let isUTC = text.hasSuffix("Z")
        let full = text.count == 8 ? text + "T000000" : isUTC ? String(text.dropLast()) : text
        guard let wall = WallTime.date(full) else { return nil }
        instants.append(isUTC ? wall : WallTime.instant(of: wall, in: zone))
      }
      (self.instants, self.zone, isDay) = (instants, zone, first.count == 8)
    }
  }
}
