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
    let request = OutgoingRequest(method: "POST", url: url, headers: headers, body: body)
    let response = try await http.send(request)
    guard (200..<300).contains(response.status) else { throw DeliveryRefused(status: response.status) }
  }
}

/// A gateway did not take a message.
public struct DeliveryRefused: Error, Sendable, Hashable, CustomStringConvertible {
  /// The gateway's HTTP status.
  public let status: Int

  public var description: String {
    "delivery-refused: The gateway answered \(status). Check its address and token in 'deliveries'."
  }
}

/// Deliveries by channel: e-mails one way, text messages another.
public struct ChannelDeliveries: Deliveries {
  private let email: any Deliveries
  private let sms: any Deliveries

  /// Deliveries with a way for each channel.
  public init(email: any Deliveries, sms: any Deliveries) {
    self.email = email
    self.sms = sms
  }

  public func send(_ message: DeliveryMessage) async throws {
    switch message.channel {
    case .email: try await email.send(message)
    case .sms: try await sms.send(message)
    }
  }
}
