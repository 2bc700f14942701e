import FieldhouseSupervision
import Foundation
import Testing

@Suite struct `The book of faults` {
  private static let start = Date(timeIntervalSince1970: 1_700_000_000)
  private static let rule = FaultBook.Rule(faults: 3, seconds: 60)

  private static func death(
    _ plugin: String?, at seconds: Double, _ step: PluginStep? = .route, _ cause: WorkerDeath.Cause = .signal(4)
  ) -> WorkerDeath {
    WorkerDeath(cause, plugin: plugin, step: step, date: start.addingTimeInterval(seconds))
  }

  /// Faults of one plugin at these seconds, and which of them keeps it out.
  @Test(
    arguments: [
      ([0, 10, 20], 2), ([0, 59, 59.5], 2), ([0, 30, 60], nil), ([0, 10, 60, 69.9], 3), ([0], nil), ([0, 1], nil),
      ([0, 100, 200, 300], nil), ([0, 100, 110, 120], 3), ([50, 40, 30], 2), ([0, -100, -200], nil),
    ] as [([Double], Int?)])
  func `keeps a plugin out after three faults within a minute`(_ seconds: [Double], _ decisive: Int?) {
    var book = FaultBook()
    var found: Int?
    for (index, second) in seconds.enumerated() {
      let isKeptOut = book.note(Self.death("harm", at: second), version: "1.0.0", rule: Self.rule)
      if isKeptOut, found == nil { found = index }
    }
    #expect(found == decisive)
    #expect((book.quarantined["harm"] != nil) == (decisive != nil))
  }

  @Test(arguments: PluginStep.allCases) func `keeps a plugin out at once on its way to serving`(_ step: PluginStep) {
    var book = FaultBook()
    let isKeptOut = book.note(Self.death("harm", at: 0, step), version: "1.0.0", rule: Self.rule)
    let starting: Set<PluginStep> = [.load, .`init`, .validate, .migrate, .start, .health]
    #expect(isKeptOut == starting.contains(step))
  }

  @Test func `counts each plugin by itself, and nobody for a death without one`() {
    var book = FaultBook()
    for second in 0..<4 {
      book.note(Self.death(nil, at: Double(second)), version: nil, rule: Self.rule)
      book.note(Self.death(second % 2 == 0 ? "a" : "b", at: Double(second)), version: "1.0.0", rule: Self.rule)
    }
    #expect(book.quarantined.isEmpty)
    #expect(book.faults.map(\.plugin) == ["a", "b", "a", "b"])
  }

  @Test func `says what happened`() {
    var book = FaultBook()
    for second in 0..<3 { book.note(Self.death("harm", at: Double(second)), version: "2.0.0", rule: Self.rule) }
    #expect(
      book.quarantined["harm"]
        == FaultBook.Quarantine(
          version: "2.0.0", since: Self.start.addingTimeInterval(2),
          reason: "The plugin ended the host with SIGILL while it answered a request. It was fault 3 within 60 s."))
  }

  @Test func `forgets what a released plugin did`() {
    var book = FaultBook()
    for second in 0..<3 { book.note(Self.death("harm", at: Double(second)), version: "1.0.0", rule: Self.rule) }
    let wasKeptOut = [book.release("harm"), book.release("harm")]
    #expect(wasKeptOut == [true, false])
    #expect(book == FaultBook())
    let isKeptOut = book.note(Self.death("harm", at: 3), version: "1.0.0", rule: Self.rule)
    #expect(!isKeptOut)
  }

  @Test func `tells for a day what the installed version of a plugin did last`() {
    var book = FaultBook()
    book.note(Self.death("harm", at: 0), version: "1.0.0", rule: Self.rule)
    book.note(Self.death("other", at: 500), version: "1.0.0", rule: Self.rule)
    book.note(Self.death("harm", at: 1_000, .event), version: "1.0.0", rule: Self.rule)
    func told(_ plugin: String, _ seconds: Double) -> Date? {
      book.incident(of: plugin, at: Self.start.addingTimeInterval(seconds))?.date
    }
    #expect(told("harm", 1_001) == Self.start.addingTimeInterval(1_000))
    #expect(told("harm", 87_399) == Self.start.addingTimeInterval(1_000))
    #expect(told("harm", 87_400) == nil)
    #expect(told("good", 1_001) == nil)
    book.forgetReplaced(["harm": "1.0.1", "other": "1.0.0"])
    #expect(told("harm", 1_001) == nil)
    #expect(told("other", 1_001) != nil)
  }

  @Test func `is read where an earlier host has written it`() throws {
    let folder = try TestFolder()
    try folder.write(
      "plugin-faults.json",
      #"{"faults": [], "quarantined": {"harm": {"version": "1", "since": "2026-01-01T00:00:00Z", "reason": "R."}}}"#)
    #expect(FaultBookFile(data: folder.path).read().quarantined["harm"]?.reason == "R.")
  }

  @Test func `lets another version try`() {
    var book = FaultBook()
    book.note(Self.death("harm", at: 0, .start), version: "1.0.0", rule: Self.rule)
    book.forgetReplaced(["other": "3.0.0"])
    book.forgetReplaced(["harm": "1.0.0"])
    #expect(book.quarantined["harm"]?.version == "1.0.0")
    book.forgetReplaced(["harm": "1.0.1"])
    #expect(book.quarantined.isEmpty)
  }

  @Test func `ignores a plugin that is not installed`() {
    var book = FaultBook()
    let isKeptOut = book.note(Self.death("gone", at: 0, .start), version: nil, rule: Self.rule)
    #expect(!isKeptOut)
    #expect(book == FaultBook())
  }

  @Test(arguments: [(0, 1), (1, 1), (2, 2)]) func `has a rule of at least one fault`(_ given: Int, _ needed: Int) {
    var book = FaultBook()
    var count = 0
    repeat {
      count += 1
    } while !book.note(
      Self.death("harm", at: Double(count)), version: "1.0.0", rule: FaultBook.Rule(faults: given, seconds: 60))
    #expect(count == needed)
  }

  @Test func `survives in a file, and a damaged one keeps nobody out`() throws {
    let folder = try TestFolder()
    let file = FaultBookFile(data: folder.path)
    #expect(file.read() == FaultBook())
    var book = FaultBook()
    book.note(Self.death("harm", at: 0), version: "1.0.0", rule: Self.rule)
    book.note(Self.death("other", at: 1, .start), version: "1.0.0", rule: Self.rule)
    try file.write(book)
    #expect(file.read() == book)
    let mode = try FileManager.default.attributesOfItem(atPath: folder("plugin-faults.json"))[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
    for text in ["", "{", "[]", #"{"faults": 1}"#] {
      try folder.write("plugin-faults.json", text)
      #expect(file.read() == FaultBook())
    }
  }
}
