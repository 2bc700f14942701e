import FieldhouseTestSupport
import Foundation
import Testing

@testable import FitnessChallenges

@Suite struct `Entries with what shows them` {
  private static func version(
    _ entry: String, _ thousandths: Int64?, day: Int = 20_000, exercise: String = "e1", second: Double = 1
  ) -> EntryVersion {
    let said = Date(timeIntervalSince1970: second)
    return EntryVersion(
      exercise: exercise, day: day, entry: entry, saidAt: said, thousandths: thousandths, cameAt: said)
  }

  private static func evidence(
    _ entry: String, _ shown: Activity.Evidence = .said, day: Int = 20_000, exercise: String = "e1"
  ) -> EntryEvidence {
    var found = EntryEvidence(exercise: exercise, day: day, entry: entry)
    found.shown = shown
    return found
  }

  @Test func `have what belongs to their own day, exercise and id alone`() {
    let versions = [
      Self.version("a", 1_000), Self.version("a", 2_000, day: 20_001), Self.version("a", 3_000, exercise: "e2"),
      Self.version("b", 4_000),
    ]
    let kept = KeptEntry.of(versions, [Self.evidence("a", .track, day: 20_001), Self.evidence("b", .device)])
    let levels = Dictionary(uniqueKeysWithValues: kept.map { ($0.version.thousandths, $0.level) })
    #expect(levels == [1_000: .said, 2_000: .track, 3_000: .said, 4_000: .device])
    #expect(
      KeptEntry.values(kept, from: 19_999, .measured) == [
        LogValue(exercise: "e1", day: 1, thousandths: 4_000), LogValue(exercise: "e1", day: 2, thousandths: 2_000),
      ], "by days from the first one")
  }

  @Test func `are gone with the entry, and come back with it`() {
    let shown = [Self.evidence("a", .device)]
    let taken = [Self.version("a", 5_000), Self.version("a", nil, second: 2)]
    #expect(KeptEntry.of(taken, shown).isEmpty)
    let again = KeptEntry.of(taken + [Self.version("a", 6_000, second: 3)], shown)
    #expect(again.map(\.version.thousandths) == [6_000] && again[0].counts(.measured))
  }

  @Test func `count the less the more a board asks, and never when they are rejected`() {
    var numbers = SplitMix64(state: 71)
    for _ in 0..<300 {
      let versions = (0..<12).map { Self.version("\($0)", Int64.random(in: 0...9, using: &numbers) * 1_000) }
      var rejected = 0
      let evidence = versions.filter { _ in Bool.random(using: &numbers) }.map { version in
        var found = Self.evidence(version.entry, Activity.Evidence.allCases.randomElement(using: &numbers) ?? .said)
        found.ruling = EntryEvidence.Ruling.allCases.randomElement(using: &numbers) ?? .none
        found.photo = Bool.random(using: &numbers) ? "p" : nil
        found.ruledThousandths = Bool.random(using: &numbers) ? version.thousandths ?? 0 : 99
        rejected += found.ruling == .rejected ? 1 : 0
        return found
      }
      let kept = KeptEntry.of(versions, evidence)
      let (all, shown, measured) = (
        Set(kept.filter { $0.counts(.all) }), Set(kept.filter { $0.counts(.shown) }),
        Set(kept.filter { $0.counts(.measured) })
      )
      #expect(all.count == 12 - rejected && shown.isSubset(of: all) && measured.isSubset(of: shown))
      #expect(shown.subtracting(measured).allSatisfy { $0.level == .photo }, "a picture measures nothing")
    }
  }

  @Test func `are appealed from the appeal until the next ruling`() {
    var entry = Self.evidence("a")
    #expect(!entry.isAppealed)
    (entry.ruling, entry.ruledAt) = (.rejected, Date(timeIntervalSince1970: 10))
    #expect(!entry.isAppealed)
    entry.appealedAt = Date(timeIntervalSince1970: 10)
    #expect(entry.isAppealed, "also in the same instant")
    entry.ruledAt = Date(timeIntervalSince1970: 11)
    #expect(!entry.isAppealed, "rejected once more")
    (entry.ruling, entry.ruledAt) = (.confirmed, Date(timeIntervalSince1970: 9))
    #expect(!entry.isAppealed)
  }
}
