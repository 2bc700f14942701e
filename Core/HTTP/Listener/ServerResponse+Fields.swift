import HTTPTypes

extension ServerResponse {
  /// Every header field that the responder gives the client, in the order in which it is sent; names in lower case.
  package var allFields: [(name: String, value: String)] {
    let lines = (lines.description + security.description).split(separator: "\r\n").map { line in
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      return (name: line[..<colon].lowercased(), value: String(line[colon...].dropFirst().drop { $0 == " " }))
    }
    let id = requestID.map { [(name: "x-request-id", value: $0)] } ?? []
    return lines + headers.map { (name: $0.name.canonicalName, value: $0.value) } + id
  }
}
