import FieldhouseTestSupport
import Foundation
import Testing

@testable import FitnessChallenges

@Suite struct `What shows an entry` {
  private func kept(_ evidence: EntryEvidence?, _ thousandths: Int64 = 5_000) -> KeptEntry {
    let now = Date(timeIntervalSince1970: 1)
    return KeptEntry(
      version: EntryVersion(
        exercise: "e1", day: 1, entry: "a", saidAt: now, thousandths: thousandths, cameAt: now), evidence: evidence)
  }

  private func evidence(
    _ shown: Activity.Evidence = .said, photo: String? = nil, _ ruling: EntryEvidence.Ruling = .none,
    of thousandths: Int64 = 5_000
  ) -> EntryEvidence {
    var one = EntryEvidence(exercise: "e1", day: 1, entry: "a")
    (one.shown, one.photo, one.ruling, one.ruledThousandths) = (shown, photo, ruling, thousandths)
    return one
  }

  @Test func `is its best evidence, and a board counts what is shown so well`() {
    let cases: [(EntryEvidence?, Activity.Evidence, [EvidenceFilter])] = [
      (nil, .said, [.all]), (evidence(), .said, [.all]), (evidence(.device), .device, [.all, .shown, .measured]),
      (evidence(.track), .track, [.all, .shown, .measured]), (evidence(photo: "p"), .photo, [.all, .shown]),
      (evidence(.track, photo: "p"), .track, [.all, .shown, .measured]),
      (evidence(.said, .confirmed), .confirmed, [.all, .shown, .measured]),
      (evidence(photo: "p", .confirmed), .photo, [.all, .shown, .measured]),
      (evidence(.device, .rejected), .device, []), (evidence(photo: "p", .rejected), .photo, []),
    ]
    for (evidence, level, counts) in cases {
      let entry = kept(evidence)
      #expect(
        entry.level == level && EvidenceFilter.allCases.filter(entry.counts) == counts,
        "\(String(describing: evidence))")
    }
  }

  @Test func `is confirmed as long as it stays what it was, and rejected whatever it becomes`() {
    #expect(kept(evidence(.said, .confirmed), 6_000).level == .said)
    #expect(!kept(evidence(.said, .confirmed), 6_000).counts(.measured))
    #expect(!kept(evidence(.said, .rejected), 6_000).counts(.all))
  }

  @Test func `is an activity of the day that is as long, exact on both sides`() throws {
    let zone = try #require(TimeZone(identifier: "America/New_York"))
    let day = 20_315
    let start = Int64(zone.beginning(of: day).timeIntervalSince1970) * 1_000 + 3_600_000
    let activity = Activity(
      id: "a", kind: .run, source: .gps, evidence: .track, start: start, end: start + 1_800_000, seconds: 1_790,
      metres: 5_000, received: start)
    func objects(_ value: Double, _ measure: Measure, _ unit: String = "", _ on: Int = 20_315) -> Bool {
      activity.objection(toShowing: Int64(value * 1_000), of: measure, unit: unit, on: on, in: zone) != nil
    }
    #expect(!objects(30, .duration) && objects(30.001, .duration), "minutes are rounded up")
    #expect(!objects(5.06, .distance, "km") && objects(5.061, .distance, "km"), "a hundredth and ten metres more")
    #expect(!objects(5_050, .distance, "m") && objects(5_051, .distance, "m"))
    #expect(!objects(3.1, .distance, "mi") && objects(3.2, .distance, "mi"))
    #expect(!objects(99, .distance, "laps") && !objects(99, .whole) && !objects(1, .yesNo))
    #expect(objects(1, .duration, "", day - 1) && objects(1, .duration, "", day + 1), "of another day")
  }
}
