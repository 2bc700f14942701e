/// A value that writes its JSON without the detour over `Encodable`.
protocol DirectlyWritten {
  func write(into sink: JSONByteSink) throws
}

/// A page of a board. How its JSON looks stands here and in ``WrittenBoardRow`` alone.
protocol WrittenBoardPage: DirectlyWritten {
  associatedtype Row: WrittenBoardRow
  var board: String { get }
  var season: String { get }
  var size: Int { get }
  var me: Row? { get }
  var items: [Row] { get }
  var next: String? { get }
}

extension WrittenBoardPage {
  func write(into sink: JSONByteSink) throws {
    sink.append("{\"board\":")
    sink.append(string: board)
    sink.append(",\"season\":")
    sink.append(string: season)
    sink.append(",\"size\":")
    sink.append(integer: Int64(size))
    sink.append(",\"me\":")
    if let me { try me.write(into: sink) } else { sink.append("null") }
    sink.append(",\"items\":[")
    for (index, item) in items.enumerated() {
      if index > 0 { sink.append(UInt8(ascii: ",")) }
      try item.write(into: sink)
    }
    sink.append("],\"next\":")
    if let next { sink.append(string: next) } else { sink.append("null") }
    sink.append(UInt8(ascii: "}"))
  }
}

/// A row of a board's page.
protocol WrittenBoardRow: DirectlyWritten {
  var rank: Int { get }
  var score: Int64 { get }
  var tieBreaks: [Int64] { get }
  var percentile: Double? { get }
  var perEntry: Double? { get }
  func writeAccount(into sink: JSONByteSink)
  func writeDetails(into sink: JSONByteSink)
}

extension WrittenBoardRow {
  func write(into sink: JSONByteSink) throws {
    sink.append("{\"rank\":")
    sink.append(integer: Int64(rank))
    sink.append(",\"account\":")
    writeAccount(into: sink)
    sink.append(",\"score\":")
    sink.append(integer: score)
    sink.append(",\"tieBreaks\":[")
    for (index, value) in tieBreaks.enumerated() {
      if index > 0 { sink.append(UInt8(ascii: ",")) }
      sink.append(integer: value)
    }
    sink.append("],\"details\":")
    writeDetails(into: sink)
    try Self.write(percentile, ",\"percentile\":", into: sink)
    try Self.write(perEntry, ",\"perEntry\":", into: sink)
    sink.append(UInt8(ascii: "}"))
  }

  private static func write(_ number: Double?, _ name: StaticString, into sink: JSONByteSink) throws {
    guard let number else { return }
    sink.append(name)
    try sink.writeFinite(number)
  }
}

extension BoardPage: WrittenBoardPage {}

extension BoardEntry: WrittenBoardRow {
  func writeAccount(into sink: JSONByteSink) { account.write(into: sink) }
  func writeDetails(into sink: JSONByteSink) { JSONTreeWriter(sink: sink).write(details, depth: 0) }
}

extension Account: DirectlyWritten {
  func write(into sink: JSONByteSink) {
    sink.append("{\"id\":")
    sink.append(string: id.text)
    sink.append(",\"kind\":")
    sink.append(string: kind.name)
    sink.append(",\"name\":")
    sink.append(string: name)
    Self.write(username, ",\"username\":", into: sink)
    Self.write(country, ",\"country\":", into: sink)
    Self.write(picture, ",\"picture\":", into: sink)
    sink.append(UInt8(ascii: "}"))
  }

  private static func write(_ text: String?, _ name: StaticString, into sink: JSONByteSink) {
    guard let text else { return }
    sink.append(name)
    sink.append(string: text)
  }
}
