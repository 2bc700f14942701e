import FieldhouseKit
import FieldhouseRuntime
import Foundation

/// What has been out of order, and what operators are told of it: once when it lasts, once when it is over. The rules
/// are here alone; nothing reads a clock.
struct OutageBook: Sendable, Hashable, Codable {
  /// How long something is out of order before anybody is told, and in order before it is told to be over, in seconds.
  struct Rule: Sendable, Hashable {
    /// At least 1.
    var patience: Double
    /// In which further deaths of workers are only counted, in seconds.
    var quiet: Double = 600
  }

  /// A part that is out of order.
  struct Outage: Sendable, Hashable, Codable {
    /// The part, as readiness names it.
    var part: String
    /// Since when.
    var since: Date
    /// What is wrong and what helps, as sentences, without what plugins have said.
    var detail: String
    /// Whether operators were told.
    var isTold = false
    /// Since when it is in order again, which is not believed at once.
    var wellSince: Date?
  }

  /// An outage that is over and that operators were told of.
  struct Past: Sendable, Hashable, Codable {
    var part: String
    var since: Date
    var until: Date
  }

  /// So many outages that are over are kept.
  static let kept = 50

  private(set) var open: [Outage] = []
  /// The latest ones, oldest first.
  private(set) var past: [Past] = []
  private var lastDeathTold: Date?
  /// The deaths since then.
  private var untold = 0
  private var lastDeath: Date?

  /// Notes how every part is.
  /// - Returns: what operators are to be told now.
  mutating func note(_ parts: [PartHealth], at now: Date, rule: Rule) -> [OutageNews] {
    var news: [OutageNews] = []
    let troubled = Self.troubled(parts)
    for part in troubled where !open.contains(where: { $0.part == part.part }) {
      open.append(Outage(part: part.part, since: min(part.since, now), detail: part.keptDetail))
    }
    for index in open.indices {
      guard let part = troubled.first(where: { $0.part == open[index].part }) else {
        open[index].wellSince = open[index].wellSince ?? now
        continue
      }
      (open[index].detail, open[index].wellSince) = (part.keptDetail, nil)
      guard !open[index].isTold, now.timeIntervalSince(open[index].since) >= rule.patience else { continue }
      open[index].isTold = true
      news.append(OutageNews(.began, open[index]))
    }
    for outage in open {
      guard let until = outage.wellSince, !outage.isTold || now.timeIntervalSince(until) >= rule.patience else {
        continue
      }
      open.removeAll { $0.part == outage.part }
      guard outage.isTold else { continue }
      news.append(OutageNews(.ended, outage, until: until))
      keep(Past(part: outage.part, since: outage.since, until: until))
    }
    return news + deathsToTell(at: now, rule: rule)
  }

  /// Notes that a worker of this host died. The first is told at the next look, those soon behind it together.
  mutating func noteDeath(at date: Date) {
    untold += 1
    lastDeath = max(lastDeath ?? date, date)
  }

  /// Notes that there was no host, and nobody had asked it to end.
  /// - Returns: what operators are to be told; nil for a time so short that nobody is told of it.
  mutating func noteAbsence(from since: Date, until: Date, rule: Rule) -> OutageNews? {
    guard until.timeIntervalSince(since) >= rule.patience else { return nil }
    keep(Past(part: OutageNews.host, since: since, until: until))
    return OutageNews(.returned, Outage(part: OutageNews.host, since: since, detail: "", isTold: true), until: until)
  }

  private mutating func deathsToTell(at now: Date, rule: Rule) -> [OutageNews] {
    guard untold > 0, let last = lastDeath else { return [] }
    if let told = lastDeathTold, abs(now.timeIntervalSince(told)) < rule.quiet { return [] }
    let outage = Outage(part: OutageNews.host, since: last, detail: "\(untold)", isTold: true)
    (untold, lastDeathTold, lastDeath) = (0, now, nil)
    return [OutageNews(.died, outage)]
  }

  private mutating func keep(_ outage: Past) { past = Array((past + [outage]).suffix(Self.kept)) }

  /// What is out of order, each thing once: a part of something that is out of order itself is left out.
  private static func troubled(_ parts: [PartHealth]) -> [PartHealth] {
    let all = parts.filter { $0.health.state != .ok }
    let names = Set(all.map(\.part))
    return all.filter { part in
      let above = part.part.split(separator: "/").dropLast().joined(separator: "/")
      return above.isEmpty || !names.contains(above)
    }
  }
}

/// What operators are told.
struct OutageNews: Sendable, Hashable, Codable {
  /// The part that stands for the host as a whole.
  static let host = "host"

  /// What has happened.
  enum Kind: String, Sendable, Hashable, Codable {
    /// A part has been out of order for as long as the rule says.
    case began
    /// It is in order again, and has been for as long.
    case ended
    /// Workers have died and were started again.
    case died
    /// There was no host, and there is one again.
    case returned
  }

  let kind: Kind
  let part: String
  let since: Date
  /// When it was over; nil where it goes on.
  let until: Date?
  /// What is wrong and what helps; how many workers have died.
  let detail: String

  init(_ kind: Kind, _ outage: OutageBook.Outage, until: Date? = nil) {
    (self.kind, part, since, detail, self.until) = (kind, outage.part, outage.since, outage.detail, until)
  }

  /// The same however often it is told: one outage is told of once by each way.
  var id: String { "\(kind.rawValue)/\(part)/\(Int64((since.timeIntervalSince1970 * 1000).rounded()))" }

  /// How long it lasted, in whole minutes, at least 1.
  var minutes: Int { max(1, Int(((until ?? since).timeIntervalSince(since) / 60).rounded())) }

  /// What texts are filled with.
  var arguments: [String: String] { ["part": part, "detail": detail, "minutes": "\(minutes)"] }

  /// The key of its text in the tables of accounts.
  var text: String { "accounts.host-trouble.\(kind.rawValue)" }
}
