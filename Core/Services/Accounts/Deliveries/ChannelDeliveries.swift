/// Deliveries by channel: e-mails one way, text messages another.
public struct ChannelDeliveries: Deliveries {
  private let email: (any Deliveries)?
  private let sms: (any Deliveries)?

  /// Deliveries with a way for each channel; nil where there is none.
  public init(email: (any Deliveries)?, sms: (any Deliveries)?) {
    self.email = email
    self.sms = sms
  }

  public func send(_ message: DeliveryMessage) async throws {
    guard let way = message.channel == .email ? email : sms else {
      throw DeliveryFailure(
        code: "delivery-unreachable",
        message: "There is no gateway for \(message.channel.rawValue). Set 'smtpUrl' or 'smsUrl'.")
    }
    try await way.send(message)
  }
}
