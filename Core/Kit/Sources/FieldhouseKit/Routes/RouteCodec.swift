/// Turns a raw request into a route's input and its output into a raw response.
struct RouteCodec<Input: RouteInput>: Sendable {
  private let reader: InputReader
  /// The input of a route that takes none.
  private let none: Input?

  init(method: Method, path: String, input: Input.Type) {
    reader = InputReader(method: method, path: path, schema: Input.schema)
    none = NoInput.instance as? Input
  }

  func decode(_ request: RawRequest) throws -> Input {
    if let none, reader.isTrivial(request) { return none }
    let value = try reader.read(request)
    do {
      return try JSONValueDecoder().decode(Input.self, from: value)
    } catch let error as JSONDecodingError {
      throw Problem.invalid(error.pointer.description, error.code, error.detail)
    }
  }

  static func answer<Output: RouteOutput>(_ output: Output, status: Int) throws -> RawResponse {
    if Output.self == NoContent.self { return RawResponse(status: status) }
    var bytes: [UInt8] = []
    try JSONOutput.encode(output, into: &bytes)
    return RawResponse(status: status, contentType: "application/json", body: bytes)
  }
}
