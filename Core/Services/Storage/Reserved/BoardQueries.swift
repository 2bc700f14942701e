internal import FieldhouseKit

/// The host's queries over the entries of the boards.
enum BoardQueries {
  /// Entries in order; columns board, season, partition, account, score, t1, t2, t3, achieved_at, details.
  static func entries(_ filter: BoardFilter) -> (HostStatement, [SQLValue]) {
    let values = values(of: filter)
    return (entries[values.count], values)
  }

  /// The parts with their sizes; columns board, season, partition, count.
  static func parts(_ filter: BoardFilter) -> (HostStatement, [SQLValue]) {
    let values = values(of: filter)
    return (parts[values.count], values)
  }

  private static func values(of filter: BoardFilter) -> [SQLValue] {
    guard let board = filter.board else { return [] }
    guard let season = filter.season else { return [.text(board)] }
    guard let partition = filter.partition else { return [.text(board), .text(season)] }
    return [.text(board), .text(season), .text(partition)]
  }

  private static let conditions = [
    "", " where board = ?1", " where board = ?1 and season = ?2",
    " where board = ?1 and season = ?2 and partition = ?3",
  ]

  private static let entries = conditions.map {
    HostStatement(
      "select board, season, partition, account, score, t1, t2, t3, achieved_at, details "
        + "from fieldhouse_board_entries\($0) order by board, season, partition, account")
  }

  /// All entries in order; columns board, season, partition, account, score, t1, t2, t3, achieved_at and whether there are
  /// details.
  static let columns = HostStatement(
    "select board, season, partition, account, score, t1, t2, t3, achieved_at, details is not null "
      + "from fieldhouse_board_entries order by board, season, partition, account")

  private static let parts = conditions.map {
    HostStatement(
      "select board, season, partition, count(*) from fieldhouse_board_entries\($0) "
        + "group by board, season, partition order by board, season, partition")
  }
}

extension BoardPart {
  init(row: Row) throws {
    self.init(
      position: BoardPosition(board: try row[0], season: try row[1], partition: try row[2]), size: try row[3])
  }
}
