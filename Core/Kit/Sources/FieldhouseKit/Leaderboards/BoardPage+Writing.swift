/// A value that writes its JSON without the detour over `Encodable`.
protocol DirectlyWritten {
  func write(into sink: JSONByteSink) throws
}

/// A row of a board's page. How its JSON looks stands here and in ``BoardEntry/writeOwn(into:)`` alone.
protocol WrittenBoardRow: DirectlyWritten {
  var rank: Int { get }
  var percentile: Double? { get }
  /// Writes the members that do not depend on other rows, each behind a comma.
  func writeOwn(into sink: JSONByteSink) throws
}

extension WrittenBoardRow {
  func write(into sink: JSONByteSink) throws {
    sink.append("{\"rank\":")
    sink.append(integer: Int64(rank))
    try writeOwn(into: sink)
    try sink.write(percentile, ",\"percentile\":")
    sink.append(UInt8(ascii: "}"))
  }
}

extension BoardEntry: WrittenBoardRow {
  func writeOwn(into sink: JSONByteSink) throws {
    sink.append(",\"account\":")
    account.write(into: sink)
    sink.append(",\"score\":")
    sink.append(integer: score)
    sink.append(",\"tieBreaks\":[")
    for (index, value) in tieBreaks.enumerated() {
      if index > 0 { sink.append(UInt8(ascii: ",")) }
      sink.append(integer: value)
    }
    sink.append("],\"details\":")
    JSONTreeWriter(sink: sink).write(details, depth: 0)
    try sink.write(perEntry, ",\"perEntry\":")
  }
}

extension JSONByteSink {
  /// Writes a member where there is a number.
  fileprivate func write(_ number: Double?, _ name: StaticString) throws {
    guard let number else { return }
    append(name)
    try writeFinite(number)
  }
}

extension BoardPage: DirectlyWritten {
  func write(into sink: JSONByteSink) throws { try write(into: sink, me: me, items: items) }

  /// Writes the page with these rows in the place of its own.
  func write<Row: WrittenBoardRow>(into sink: JSONByteSink, me: Row?, items: [Row]) throws {
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
