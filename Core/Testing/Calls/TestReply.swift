import FieldhouseHTTP
public import FieldhouseKit
import HTTPTypes
import NIOCore

/// An answer of a ``TestHost``.
public struct TestReply: Sendable {
  /// The status.
  public let status: Int
  /// The header fields that the responder gives, names in lower case; of a repeated one the values with commas between.
  public let headers: [String: String]
  /// The body; nothing for a live stream, which ``TestHost/watch(_:as:after:)`` reads.
  public let body: [UInt8]
  let stream: ResponseStream?

  init(_ response: ServerResponse) {
    status = response.status.code
    headers = Dictionary(
      response.allFields.map { ($0.name, $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
    (body, stream) =
      switch response.body {
      case .none: ([], nil)
      case .bytes(let bytes): (Array(buffer: bytes), nil)
      case .array(let bytes): (bytes, nil)
      case .stream(let stream): ([], stream)
      }
  }

  /// The body as UTF-8.
  public var text: String { String(decoding: body, as: UTF8.self) }
  /// The body as JSON; null when it is none.
  public var json: JSON { (try? JSON(parsing: body)) ?? .null }
  /// A member of the body; nil when it has none of that name.
  public subscript(key: String) -> JSON? { json[key] }
  /// The items of a list; none when it is no list.
  public var items: [JSON] { json["items"]?.array ?? [] }
  /// The code of a problem; nil when it is none.
  public var code: String? { json["code"]?.string }
  /// Status and code of a problem, such as `404 match-unknown`; nil when it is none.
  public var problem: String? { code.map { "\(status) \($0)" } }
  /// The pointers of a problem's mistakes in the input, in order.
  public var pointers: [String] { (json["errors"]?.array ?? []).compactMap { $0["pointer"]?.string } }
}
