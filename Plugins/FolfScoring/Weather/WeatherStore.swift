import FieldhouseKit
import Foundation

/// In which weather rounds were played.
enum WeatherStore {
  /// How long after its beginning a round's weather may be noted.
  static let late: TimeInterval = 6 * 3_600

  /// Rounds on described courses that have begun lately and whose weather is not noted.
  static func due(at now: Date, in transaction: any ReadTransaction) async throws
    -> [(round: String, course: String, startedAt: Date)]
  {
    try await transaction.query(
      """
      select id, course, started_at from rounds r
      where course is not null and state in ('running', 'finished') and started_at > \(now.addingTimeInterval(-late))
        and started_at <= \(now) and not exists (select w.round from round_weather w where w.round = r.id)
      order by started_at, id limit 1000
      """
    ).map { (try $0["id"], try $0["course"], try $0["started_at"]) }
  }

  /// Notes what a round was played in: tenths of a degree, of a metre a second and of a millimetre.
  static func note(
    _ hour: WeatherHour, of round: String, at now: Date, in transaction: any Transaction
  ) async throws {
    let tenths = [hour.temperature, hour.wind, hour.rain].map { Int(($0 * 10).rounded()) }
    try await transaction.execute(
      """
      insert into round_weather (round, temperature, wind, rain, noted_at)
      values (\(round), \(tenths[0]), \(tenths[1]), \(tenths[2]), \(now)) on conflict do nothing
      """)
  }

  /// Somebody's complete rounds whose weather is known: ``HistoryStore/most``, the newest first.
  static func played(
    by account: AccountID, in transaction: any ReadTransaction
  ) async throws -> [(weather: WeatherInfluence.Weather, round: PlayedRound)] {
    try await transaction.query(
      """
      select p.line, p.to_par, w.temperature, w.wind, w.rain from players p join rounds r on r.id = p.round
      join round_weather w on w.round = p.round
      where p.account = \(account) and r.state = 'finished' and p.is_out = 0 and p.is_complete = 1 and p.line <> ''
      order by r.created_at desc, r.id desc limit \(HistoryStore.most)
      """
    ).map { row in
      let (temperature, wind, rain): (Int, Int, Int) = (try row["temperature"], try row["wind"], try row["rain"])
      return (
        WeatherInfluence.Weather(
          temperature: Double(temperature) / 10, wind: Double(wind) / 10, rain: Double(rain) / 10),
        PlayedRound(holes: PlayedRound.holes(try row["line"]), toPar: try row["to_par"], isComplete: true)
      )
    }
  }
}
