import Foundation

/// How well an entry is shown, and what the coach says of it.
struct EntryEvidence: Hashable, Sendable {
  enum Ruling: String, Codable, CaseIterable, Sendable {
    /// The coach has said nothing.
    case none
    case confirmed
    case rejected
  }

  var exercise: String
  /// Counted from 1970-01-01.
  var day: Int
  var entry: String
  /// The activity that shows it.
  var activity: String?
  /// How well the activity shows it; `said` without one.
  var shown = Activity.Evidence.said
  /// The file of the picture that shows it.
  var photo: String?
  var ruling = Ruling.none
  /// Why it is rejected.
  var reason = ""
  var ruledAt: Date?
  /// What the entry was when the coach ruled, in thousandths.
  var ruledThousandths: Int64 = 0
  /// What the person says against the rejection.
  var appeal = ""
  var appealedAt: Date?

  /// Whether the person has appealed, and the coach has not answered yet.
  var isAppealed: Bool {
    guard ruling == .rejected, let appealedAt, let ruledAt else { return false }
    return appealedAt >= ruledAt
  }

  /// How well an entry of a value is shown: the best of what there is. What the coach has confirmed is confirmed as long as it
  /// stays what it was.
  func level(of thousandths: Int64) -> Activity.Evidence {
    var levels = [shown]
    if photo != nil { levels.append(.photo) }
    if ruling == .confirmed, ruledThousandths == thousandths { levels.append(.confirmed) }
    return levels.min { $0.rank < $1.rank } ?? .said
  }
}

/// Which entries a board counts.
enum EvidenceFilter: String, Codable, CaseIterable, Sendable {
  case all
  /// Those that more than words show.
  case shown
  /// Those that a device or a track has measured, or the coach has confirmed.
  case measured
}

/// An entry that is in force, with what shows it.
struct KeptEntry: Hashable, Sendable {
  let version: EntryVersion
  let evidence: EntryEvidence?

  var isRejected: Bool { evidence?.ruling == .rejected }
  var level: Activity.Evidence { evidence?.level(of: version.thousandths ?? 0) ?? .said }

  /// Whether it counts; one that the coach has rejected never does.
  func counts(_ filter: EvidenceFilter) -> Bool {
    guard !isRejected else { return false }
    return switch filter {
    case .all: true
    case .shown: level != .said
    case .measured: [.device, .track, .confirmed].contains(level) || isConfirmed
    }
  }

  private var isConfirmed: Bool {
    evidence.map { $0.ruling == .confirmed && $0.ruledThousandths == version.thousandths } ?? false
  }

  /// The entries that are in force of everything that was said, with what shows each.
  static func of(_ versions: [EntryVersion], _ evidence: [EntryEvidence]) -> [KeptEntry] {
    func key(_ day: Int, _ exercise: String, _ entry: String) -> [String] { ["\(day)", exercise, entry] }
    let found = Dictionary(
      evidence.map { (key($0.day, $0.exercise, $0.entry), $0) }, uniquingKeysWith: { one, _ in one })
    return EntryVersion.current(versions).map {
      KeptEntry(version: $0, evidence: evidence.isEmpty ? nil : found[key($0.day, $0.exercise, $0.entry)])
    }
  }

  /// What counts, by days from the first of a period.
  static func values(_ kept: [KeptEntry], from start: Int, _ filter: EvidenceFilter = .all) -> [LogValue] {
    EntryVersion.values(kept.filter { $0.counts(filter) }.map(\.version), from: start)
  }
}
