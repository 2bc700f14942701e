import FieldhouseKit
import HTTPTypes
import NIOCore

extension HostResponder {
  /// A film, or the part of it that is asked for.
  /// - Throws: ``Problem`` 404 `film-unknown`, 416 `range-unsatisfiable`; what ``FilmFiles`` throws.
  func film(
    _ film: String, of films: FilmFiles, _ request: ServerRequest, query: String?, _ id: String
  ) async throws -> ServerResponse {
    guard BuiltIn.reading.contains(request.methodName) else { return otherMethods(BuiltIn.reading, request, id: id) }
    try await RequestRules.checkNoBody(request)
    try RequestRules.checkPreconditions(request)
    try RequestRules.checkQuery(query)
    guard let found = try await films.find(film) else {
      throw Problem.notFound("film-unknown", "There is no such film.")
    }
    return found.response(to: request, tag: "\"\(film)\"", id: id)
  }
}

extension FilmFiles.Film {
  /// How much is read at a time, in bytes.
  private static let piece = 256 << 10

  /// The bytes under one id never change; when a film is taken away, a browser has it for an hour yet.
  fileprivate func response(to request: ServerRequest, tag: String, id: String) -> ServerResponse {
    var fields = HTTPFields()
    fields[.eTag] = tag
    fields[.acceptRanges] = "bytes"
    fields[.cacheControl] = "public, max-age=3600"
    fields[.contentSecurityPolicy] = "default-src 'none'; sandbox"
    fields[.requestID] = id
    if request.hasCurrent(tag) { return ServerResponse(status: .notModified, headers: fields) }
    switch range(of: request, tag: tag) {
    case .whole:
      fields[.contentType] = contentType
      return ServerResponse(status: .ok, headers: fields, body: stream(0..<size))
    case .part(let range):
      fields[.contentType] = contentType
      fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
      return ServerResponse(status: .partialContent, headers: fields, body: stream(range))
    case .none:
      let problem = Problem(
        status: 416, code: "range-unsatisfiable", detail: "The film has \(size) bytes; ask for some of them.")
      var response = ProblemDocument.response(problem, requestID: id)
      response.headers["content-range"] = "bytes */\(size)"
      return ServerResponse(response, requestID: id)
    }
  }

  /// Who has a part of another film gets this one whole (RFC 9110 § 13.1.5).
  private func range(of request: ServerRequest, tag: String) -> ByteRange {
    guard request.method == .get else { return .whole }
    if let known = request.header(.ifRange), !EntityTags(known).matchesStrongly(tag) { return .whole }
    return ByteRange(request.header(.range), of: size)
  }

  private func stream(_ range: Range<Int>) -> ServerResponse.Body {
    .stream(
      ResponseStream(length: range.count) { writer in
        var place = range.lowerBound
        while place < range.upperBound {
          let bytes = try await read(place, min(Self.piece, range.upperBound - place))
          guard !bytes.isEmpty else { throw StorageError(.unavailable, "A film is shorter than it was.") }
          try await writer.write(ByteBuffer(bytes: bytes))
          place += bytes.count
        }
      })
  }
}
