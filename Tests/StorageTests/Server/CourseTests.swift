internal import FieldhouseKit
internal import Testing

@testable internal import FieldhouseStorage

@Suite("What follows from the end of a try of a transaction")
struct CourseTests {
  /// Every end of every way, and what is done next.
  private static let table: [(TryEnd, Way, NextStep)] = [
    (.done, .tentative, .finish), (.done, .together, .finish), (.done, .alone, .finish), (.done, .plain, .finish),
    (.failed, .tentative, .fail), (.failed, .together, .fail), (.failed, .alone, .fail), (.failed, .plain, .fail),
    (.stopped, .tentative, .retry(.together)), (.stopped, .together, .retry(.together)),
    (.stopped, .alone, .retry(.together)), (.stopped, .plain, .retry(.together)),
    (.mispredicted, .tentative, .retry(.plain)), (.mispredicted, .together, .retry(.plain)),
    (.mispredicted, .alone, .retry(.plain)), (.mispredicted, .plain, .retry(.plain)),
    (.alone, .tentative, .retry(.alone)), (.alone, .together, .retry(.alone)),
    (.alone, .alone, .retry(.alone)), (.alone, .plain, .retry(.alone)),
    (.again, .tentative, .retry(.tentative)), (.again, .together, .retry(.together)),
    (.again, .alone, .retry(.alone)), (.again, .plain, .retry(.plain)),
    (.conflict, .tentative, .retryAfterConflict(.tentative)), (.conflict, .together, .retryAfterConflict(.shared)),
    (.conflict, .alone, .retryAfterConflict(.shared)), (.conflict, .plain, .retryAfterConflict(.shared)),
    (.lost, .tentative, .retryAfterLoss(.tentative)), (.lost, .together, .retryAfterLoss(.together)),
    (.lost, .alone, .retryAfterLoss(.alone)), (.lost, .plain, .retryAfterLoss(.plain)),
    (.done, .shared, .finish), (.failed, .shared, .fail), (.stopped, .shared, .retry(.together)),
    (.mispredicted, .shared, .retry(.plain)), (.alone, .shared, .retry(.plain)), (.again, .shared, .retry(.shared)),
    (.conflict, .shared, .retryAfterConflict(.shared)), (.lost, .shared, .retryAfterLoss(.shared)),
  ]

  @Test func `is known for every end of every way`() {
    #expect(Self.table.count == TryEnd.allCases.count * Way.allCases.count)
    for end in TryEnd.allCases {
      for way in Way.allCases {
        let expected = Self.table.first { $0.0 == end && $0.1 == way }?.2
        #expect(NextStep(after: end, of: way, as: .writing) == expected, "\(end) of \(way)")
      }
    }
  }

  private static let others: [Authority] = [.stepping, .host, .migrating, .reading, .inspecting]

  @Test(arguments: others)
  func `is never that others than plugins' writes share one`(_ authority: Authority) {
    for end in TryEnd.allCases {
      let next = NextStep(after: end, of: .plain, as: authority)
      let expected =
        end == .conflict ? NextStep.retryAfterConflict(.plain) : Self.table.first { $0.0 == end && $0.1 == .plain }?.2
      #expect(next == expected, "\(end)")
    }
  }

  @Test func `never loops: a try that keeps failing in one way comes to an end or to a way that cannot`() {
    // Without a prediction nothing can be mispredicted, stopped or sent alone, so `plain` is where every course ends.
    for start in Way.allCases {
      var way = start
      for _ in 0..<4 { if case .retry(let next) = NextStep(after: .mispredicted, of: way, as: .writing) { way = next } }
      #expect(way == .plain)
    }
  }

  @Test(arguments: [
    (Authority.writing, true, Way.tentative), (.writing, false, .together), (.host, true, .plain),
    (.host, false, .plain), (.migrating, true, .plain), (.migrating, false, .plain), (.reading, true, .plain),
    (.inspecting, true, .plain), (.stepping, true, .plain), (.stepping, false, .plain),
  ])
  func `the first try is predicted only for plugins' writes`(
    _ authority: Authority, _ areCommon: Bool, _ way: Way
  ) { #expect(NextStep.first(as: authority, predictionsAreCommon: areCommon, isCrowded: false) == way) }

  @Test func `those who come while others take turns take one, too, but for what is committed in groups`() {
    #expect(NextStep.first(as: .writing, predictionsAreCommon: false, isCrowded: true) == .shared)
    #expect(NextStep.first(as: .writing, predictionsAreCommon: true, isCrowded: true) == .tentative)
    for authority in Self.others {
      #expect(NextStep.first(as: authority, predictionsAreCommon: false, isCrowded: true) == .plain)
    }
  }

  @Test func `how a batch ended is how the try ended`() {
    let lost = ConnectionLost(message: "gone")
    let outcomes: [(CommitOutcome, TryEnd)] = [
      (.committed, .done), (.again, .again), (.alone, .alone), (.mispredicted, .mispredicted),
      (.failed(Deliberate()), .failed), (.lost(lost), .lost),
    ]
    for (outcome, end) in outcomes { #expect(TryEnd(outcome) == end) }
    #expect(CommitOutcome.failed(Deliberate()).error is Deliberate)
    #expect(CommitOutcome.lost(lost).error is ConnectionLost)
    for (outcome, _) in outcomes.prefix(4) { #expect(outcome.error == nil) }
  }
}

@Suite("How often and when a transaction is tried again")
struct RetriesTests {
  @Test func `after conflicts 59 times, with longer and longer pauses up to 40 ms`() {
    var retries = Retries()
    var pauses: [UInt64] = []
    while let pause = retries.conflictPause() { pauses.append(pause / 1_000_000) }
    #expect(pauses.count == 59)
    #expect(Array(pauses.prefix(4)) == [2, 4, 6, 8])
    #expect(pauses.max() == 40)
    #expect(pauses == pauses.sorted())
    #expect(retries.conflictPause() == nil)
  }

  @Test func `after a connection that ended in the middle eleven times, after a refusal twice`() {
    var lost = Retries()
    var pauses: [UInt64] = []
    while let pause = lost.lossPause(isRefusal: false) { pauses.append(pause / 1_000_000) }
    #expect(pauses == Array(stride(from: 0, through: 100, by: 10)))
    var refused = Retries()
    #expect(refused.lossPause(isRefusal: true) == 30_000_000)
    #expect(refused.lossPause(isRefusal: true) == 70_000_000)
    #expect(refused.lossPause(isRefusal: true) == nil)
  }

  @Test func `conflicts and losses are counted apart`() {
    var retries = Retries()
    for _ in 0..<50 { #expect(retries.conflictPause() != nil) }
    for _ in 0..<11 { #expect(retries.lossPause(isRefusal: false) != nil) }
    #expect(retries.lossPause(isRefusal: false) == nil)
    #expect(retries.conflictPause() != nil)
  }

  @Test func `who gives up says that the server cannot be reached`() async {
    var retries = Retries()
    let lost = ConnectionLost(message: "connection refused\n\tIs it running?", isRefusal: true)
    await #expect(throws: StorageError.self) {
      for _ in 0..<3 { try await retries.afterLoss(lost) }
    }
    #expect(lost.storageError.code == .unavailable)
    #expect(!lost.storageError.message.contains("\n"))
    #expect(lost.storageError.message.hasSuffix("Check that it runs."))
  }
}
