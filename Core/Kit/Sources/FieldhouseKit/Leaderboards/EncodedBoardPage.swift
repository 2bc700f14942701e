/// A page of a board put together from rows that are JSON already, as the host keeps those that are asked for very often.
/// Its JSON is that of the ``BoardPage`` with the same content.
public struct EncodedBoardPage: Sendable {
  struct Row: Sendable {
    let rank: Int
    let own: [UInt8]
    let percentile: Double?
  }

  private let frame: BoardPage
  private var me: Row?
  private var items: [Row] = []

  /// A page without rows.
  /// - Parameter frame: the page but for its rows; its own are not shown.
  public init(_ frame: BoardPage) { self.frame = frame }

  /// What a row says of itself as JSON: all but its rank and its percentile, which depend on other rows.
  /// - Throws: `JSONEncodingError` when the score per entry is no finite number.
  public static func own(of entry: BoardEntry) throws -> [UInt8] {
    let sink = JSONByteSink(capacity: 256)
    try entry.writeOwn(into: sink)
    var bytes: [UInt8] = []
    sink.flush(into: &bytes)
    return bytes
  }

  /// Makes room for rows.
  public mutating func reserveCapacity(_ rows: Int) { items.reserveCapacity(rows) }

  /// Adds a row behind those there are.
  /// - Parameter own: what ``own(of:)`` made.
  public mutating func append(rank: Int, own: [UInt8]) { items.append(Row(rank: rank, own: own, percentile: nil)) }

  /// Sets the viewer's own row.
  /// - Parameter own: what ``own(of:)`` made.
  public mutating func setMe(rank: Int, own: [UInt8], percentile: Double?) {
    me = Row(rank: rank, own: own, percentile: percentile)
  }
}

extension EncodedBoardPage: RouteOutput, DirectlyWritten {
  func write(into sink: JSONByteSink) throws { try frame.write(into: sink, me: me, items: items) }

  public func encode(to encoder: any Encoder) throws { try JSON(encoding: self).encode(to: encoder) }

  /// That of ``BoardPage``.
  public static var schema: Schema { BoardPage.schema }
}

extension EncodedBoardPage.Row: WrittenBoardRow {
  func writeOwn(into sink: JSONByteSink) {
    own.withUnsafeBufferPointer { if let base = $0.baseAddress { sink.append(base, $0.count) } }
  }
}
