import FieldhouseKit
import Foundation

extension Match {
  /// Changes whenever a fact of the match changes: 16 hexadecimal digits over all of them.
  ///
  /// A receipt names it, so that points can be traced to the data they were made from.
  public var version: String { Fingerprint(of: facts.joined(separator: "\u{1F}")).text }

  private var facts: [String] {
    let fixture = [id, round ?? "", group ?? "", home.name, away.name, stadium ?? ""]
    let time = ["\(Int(kickOff.timeIntervalSince1970))", kickOffConfirmed ? "confirmed" : "assumed", status.rawValue]
    let scores = [score.halfTime, score.regularTime, score.afterExtraTime, score.penalties].map { $0?.text ?? "" }
    let list = goals.map {
      $0.map { goal in
        let assist = goal.assist.map { " after \($0)" } ?? ""
        return "\(goal.minuteText) \(goal.side.rawValue) \(goal.kind.rawValue) \(goal.scorer)\(assist)"
      }
    }
    return fixture + time + scores + (list ?? ["no goals"]) + (progress.map { [$0.stored.serialized()] } ?? [])
  }
}
