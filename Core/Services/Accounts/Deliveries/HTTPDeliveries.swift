public import FieldhouseKit

/// Deliveries through a gateway over HTTP, e.g. of a provider of text messages. Each message is posted as
/// `{"id","channel","to","subject","text","code"?,"link"?}`; any 2xx means that the gateway has taken it. The message's
/// id goes along as `Idempotency-Key`, so that a repeated attempt is delivered once.
public struct HTTPDeliveries: Deliveries {
  private let http: any OutgoingHTTP
  private let url: String
  private let token: String?

  /// Deliveries to a gateway at `url`.
  /// - Parameter token: sent as bearer token, if there is one.
  public init(http: any OutgoingHTTP, url: String, token: String? = nil) {
    self.http = http
    self.url = url
    self.token = token
  }

  public func send(_ message: DeliveryMessage) async throws {
    var body: [UInt8] = []
    try JSONOutput.encode(message, into: &body)
    var headers = ["content-type": "application/json", "idempotency-key": message.id]
    headers["authorization"] = token.map { "Bearer \($0)" }
    let request = OutgoingRequest(
      method: "POST", url: url, headers: headers, body: body, timeoutSeconds: 15, maximumBytes: 64 << 10)
    let response = try await answer(to: request)
    guard (200..<300).contains(response.status) else {
      throw DeliveryFailure(
        code: "delivery-refused",
        message: "The text-message gateway answered \(response.status). Check 'smsUrl' and 'smsToken'.")
    }
  }

  private func answer(to request: OutgoingRequest) async throws -> OutgoingResponse {
    do {
      return try await http.send(request)
    } catch let error as OutgoingError {
      throw DeliveryFailure(code: "delivery-unreachable", message: "\(error.description) Check 'smsUrl'.")
    }
  }
}
