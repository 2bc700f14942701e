/// A value that writes its JSON without the detour over `Encodable`, byte for byte the same.
protocol DirectlyWritten {
  func write(into sink: JSONByteSink) throws
}

extension BoardPage: DirectlyWritten {
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

extension BoardEntry: DirectlyWritten {
  func write(into sink: JSONByteSink) throws {
    sink.append("{\"rank\":")
    sink.append(integer: Int64(rank))
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
