internal import FieldhouseKit
internal import Foundation

/// Why something is reported, the gravest first.
enum ReportReason: String, Codable, CaseIterable, Sendable {
  case harassment, bullying, spam, inappropriate, other

  /// The most characters of what somebody says beside the reason.
  static let longestText = 500

  static var schema: Schema { .enumeration(allCases.map { .string($0.rawValue) }) }
}

/// How many people have reported a thing, by their reasons.
struct ReportTally: Sendable {
  let counts: [ReportReason: Int]

  var total: Int { counts.values.reduce(0, +) }

  /// The reason that most of them gave, of several the gravest; nil where nobody has reported it.
  var leading: ReportReason? {
    counts.values.max().flatMap { most in ReportReason.allCases.first { counts[$0] == most } }
  }
}

/// What a moderator does about a thing that was reported.
enum ReportDecision: String, Codable, CaseIterable, Sendable {
  /// It is shown again, and counts anew for people who have not reported it.
  case restore
  /// It is taken away, or stays away.
  case remove
  /// Whose it is is told that it does not belong here.
  case warn
  /// Whose it is is removed from the group and kept out.
  case ban
  /// The account of whose it is is shut.
  case suspend
  /// It stays as it is, and counts anew for people who have not reported it.
  case dismiss

  /// Why it cannot be made about a case as it stands; nil where it can.
  func conflict(with found: ReportCase, canBeHidden: Bool) -> Problem? {
    switch self {
    case .restore: found.isHidden ? nil : ReportProblem.notHidden
    case .remove:
      !canBeHidden ? ReportProblem.notHideable : found.isHidden && found.state == .decided ? ReportProblem.hidden : nil
    case .dismiss: found.isHidden ? ReportProblem.hidden : found.state == .open ? nil : ReportProblem.decided
    case .ban where found.place.group.isEmpty: ReportProblem.noGroup
    case .ban, .suspend: found.author == nil ? ReportProblem.nobody : nil
    case .warn: nil
    }
  }

  /// Whether reports of before count no more behind it.
  var beginsAnew: Bool { self == .restore || self == .dismiss }

  static var schema: Schema { .enumeration(allCases.map { .string($0.rawValue) }) }
}

/// After how many reports by different people things are hidden, by their kind; a kind that is not named is never hidden by
/// itself.
public struct ReportLimits: Sendable, Hashable {
  private let limits: [String: Int]

  /// - Parameter limits: by kind; 0 for never.
  public init(_ limits: [String: Int]) { self.limits = limits }

  /// Whether so many reports hide a thing.
  func hide(_ kind: String, at count: Int) -> Bool {
    guard let limit = limits[kind], limit > 0 else { return false }
    return count >= limit
  }
}

/// How much somebody may report, in all groups of a plugin together.
enum ReportPace {
  /// The most reports in ``seconds``.
  static let most = 20
  static let seconds = 3_600.0
}

/// What keeps something from being reported or decided.
enum ReportProblem {
  static let unknown = Problem.notFound("report-unknown", "There is no such report, or it is not for you to decide.")
  static let own = Problem(status: 403, code: "report-own", detail: "You cannot report or judge what is your own.")
  static let hidden = Problem.conflict("report-hidden", "This is removed already.")
  static let notHidden = Problem.conflict("report-not-hidden", "This is not removed, so that it cannot be restored.")
  static let notHideable = Problem.conflict(
    "report-not-removable", "This cannot be taken away. Decide about the person instead.")
  static let decided = Problem.conflict("report-decided", "This has been decided already.")
  static let nobody = Problem.conflict(
    "report-nobody", "There is nobody whom this could be done to: it is nobody's alone, or they have left.")
  static let noGroup = Problem.conflict("report-no-group", "This lies in no group that somebody could be kept out of.")
  static let appealed = Problem.conflict("report-appealed", "You have objected to this already.")
  static let tooMany = tooMany(seconds: Int(ReportPace.seconds))

  static func tooMany(seconds: Int) -> Problem {
    .tooMany(
      "reports-too-many", "You have reported \(ReportPace.most) things in an hour. Wait before you report more.",
      retryAfterSeconds: seconds)
  }
}
