import FieldhouseKit
import Foundation

/// A provider that is asked, with the seasons that it is asked for.
struct ProviderSource: Sendable {
  /// As it is called in what hosts share and in problems.
  let name: String
  let format: any ProviderFormat
  let address: String
  let key: String?
  let seasons: [ProviderSeason]

  /// What is asked for under this name.
  func name(of document: ProviderDocument) -> String {
    switch document.kind {
    case .matches: "\(name) \(document.season.key) matches"
    case .table: "\(name) \(document.season.key) table"
    case .details: "\(name) \(document.season.key) details"
    }
  }

  /// Under which name what happened in one match is kept.
  func detail(_ number: String, _ season: ProviderSeason) -> String { "\(name) \(season.key) detail \(number)" }

  /// Why a call failed.
  struct Failure: Error {
    let reason: String
    /// Whether other calls would fail, too.
    var isOfAll = true
    /// How long the provider wants to be left alone, in seconds.
    var patience: Double?
  }

  /// Makes a call.
  /// - Throws: ``Failure``.
  func ask(
    _ path: String, _ http: any OutgoingHTTP, at now: Date, timeoutSeconds: Int = 10
  ) async throws(Failure) -> String {
    let response: OutgoingResponse
    do {
      response = try await http.send(
        OutgoingRequest(
          url: address + path, headers: format.headers(key: key), timeoutSeconds: timeoutSeconds))
    } catch {
      throw Failure(reason: "\(error)")
    }
    guard response.status == 200 else {
      let isOfAll = [401, 403, 429].contains(response.status) || response.status >= 500
      throw Failure(
        reason: "it answers with status \(response.status)", isOfAll: isOfAll,
        patience: response.headers["retry-after"].flatMap { Self.seconds($0, from: now) })
    }
    guard let body = String(validating: response.body, as: UTF8.self), let answer = try? JSON(parsing: body) else {
      throw Failure(reason: "its answer is not JSON", isOfAll: false)
    }
    if let refusal = format.refusal(answer) { throw Failure(reason: refusal) }
    return body
  }

  /// The field `Retry-After`: a number of seconds, or a date of HTTP.
  static func seconds(_ text: String, from now: Date) -> Double? {
    if let seconds = digits(in: text.trimmed) { return Double(seconds) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.date(from: text.trimmed).map { max(0, $0.timeIntervalSince(now)) }
  }
}

extension ProviderMatch {
  /// How much is known of the match: 2 when it has ended, 1 while it is played.
  fileprivate var knowledge: Int {
    switch row.progress {
    case .over: 2
    case .running: 1
    case nil: row.status == .scheduled ? 0 : 2
    }
  }

  /// Whether two providers mean the same match.
  private func isSame(as other: ProviderMatch) -> Bool {
    abs(row.date.daysSince1970 - other.row.date.daysSince1970) <= 3
      && ClubName(row.home).core == ClubName(other.row.home).core
      && ClubName(row.away).core == ClubName(other.row.away).core
  }

  /// What one provider tells, filled with what another one does.
  /// - Parameter isStale: whether the first has fallen behind, so that what it says of running matches does not count any more.
  static func filled(_ first: [ProviderMatch], from other: [ProviderMatch], isStale: Bool) -> [ProviderMatch] {
    var rest = Dictionary(grouping: other) { ClubName($0.row.home).core }
    var all = first.map { match -> ProviderMatch in
      let name = ClubName(match.row.home).core
      guard let place = rest[name]?.firstIndex(where: match.isSame(as:)), let found = rest[name]?.remove(at: place)
      else { return match }
      return match.filled(from: found, isStale: isStale)
    }
    // A stale source does not have what was added since.
    if isStale || first.isEmpty { all += other.filter { rest[ClubName($0.row.home).core]?.contains($0) == true } }
    return all
  }

  private func filled(from other: ProviderMatch, isStale: Bool) -> ProviderMatch {
    var match = self
    let isUnknown = row.unknownState != nil && other.row.unknownState == nil
    if isUnknown || isStale && other.knowledge >= (knowledge == 1 ? 0 : knowledge) {
      (match.row.progress, match.row.score, match.row.status) = (other.row.progress, other.row.score, other.row.status)
      match.row.unknownState = other.row.unknownState
      (match.row.date, match.row.time) = (other.row.date, other.row.time)
      match.row.goals = other.row.goals
    }
    if match.row.stadium == nil { match.row.stadium = other.row.stadium }
    if match.row.goals == nil, match.row.score.final != nil, match.row.score.final == other.row.score.final {
      match.row.goals = other.row.goals
    }
    return match
  }
}

extension ProviderMatch: Equatable {
  static func == (left: ProviderMatch, right: ProviderMatch) -> Bool {
    left.number == right.number && left.row.home == right.row.home && left.row.date == right.row.date
  }
}
