public import FieldhouseKit
internal import Foundation
internal import Synchronization

/// Hands messages to the push services of devices (RFC 8030).
public final class PushService: Sendable {
  /// Which addresses devices may name: why not one, as a sentence for people; nil when it may be.
  public typealias Refusal = @Sendable (_ endpoint: String) -> String?

  /// How long a push service keeps a message for a device that is away, in seconds.
  private static let lifetime = 86_400
  private static let timeoutSeconds = 10
  /// The longest rest that a push service may ask for, in seconds.
  private static let longestRest = 3600

  /// The key that devices subscribe with.
  public let key: VAPIDKey
  let refusal: Refusal
  private let http: any OutgoingHTTP
  private let uptime: @Sendable () -> ContinuousClock.Instant
  /// The push services that asked to be left alone for a while, by scheme, host and port.
  private let resting = Mutex<[String: ContinuousClock.Instant]>([:])

  /// - Parameters:
  ///   - http: dials public addresses only, and what the operator allows beside them.
  ///   - refusal: judges an address before anything is sent to it.
  public convenience init(key: VAPIDKey, http: any OutgoingHTTP, refusal: @escaping Refusal) {
    self.init(key: key, http: http, refusal: refusal, uptime: { ContinuousClock.now })
  }

  init(
    key: VAPIDKey, http: any OutgoingHTTP, refusal: @escaping Refusal,
    uptime: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    (self.key, self.http, self.refusal, self.uptime) = (key, http, refusal, uptime)
  }

  /// What came of an attempt.
  enum Outcome: Sendable, Hashable {
    case arrived
    /// The device has unsubscribed, or its address is one that nobody may send to.
    case gone(String)
    /// The push service will never take this message.
    case refused(String)
    /// To be tried again, not before so many seconds of real time where the push service said so.
    case later(String, seconds: Int?)
  }

  func send(_ message: PushMessage, to device: Device) async -> Outcome {
    let place = Self.place(of: device.endpoint)
    if let rest = rest(of: place) { return .later("the push service asked for a rest", seconds: rest) }
    if refusal(device.endpoint) != nil { return .gone("nobody may send to this address") }
    guard let key = Base64URL.decode(device.key), let secret = Base64URL.decode(device.secret),
      let body = PushEncryption.encrypt(message.bytes, for: key, secret: secret),
      let authorization = self.key.authorization(for: device.endpoint, at: Date())
    else { return .gone("the device's keys cannot be used") }
    let lifetime = min(Self.lifetime, max(0, message.lifetime ?? Self.lifetime))
    let headers = [
      "authorization": authorization, "content-encoding": "aes128gcm", "content-type": "application/octet-stream",
      "ttl": "\(lifetime)", "urgency": "normal", "topic": message.topic,
    ]
    do {
      let answer = try await http.send(
        OutgoingRequest(
          method: "POST", url: device.endpoint, headers: headers, body: body, timeoutSeconds: Self.timeoutSeconds,
          maximumBytes: 64 << 10))
      return outcome(answer, place)
    } catch let error as OutgoingError where error.code == "http-address-forbidden" {
      return .gone("nobody may send to this address")
    } catch {
      return .later((error as? OutgoingError)?.code ?? "http-failed", seconds: nil)
    }
  }

  private func outcome(_ answer: OutgoingResponse, _ place: String) -> Outcome {
    let reason = "the push service answered \(answer.status)"
    switch answer.status {
    case 200..<300: return .arrived
    case 404, 410: return .gone(reason)
    case 408, 425, 429, 500...:
      let seconds = answer.headers["retry-after"].flatMap { RetryAfter.seconds($0, now: Date()) }
      let rest = seconds.map { min($0, Self.longestRest) }
      if let rest { resting.withLock { $0[place] = uptime().advanced(by: .seconds(rest)) } }
      return .later(reason, seconds: rest)
    default: return .refused(reason)
    }
  }

  /// How many seconds a push service is still to be left alone; nil when it is not.
  private func rest(of place: String) -> Int? {
    let now = uptime()
    return resting.withLock { resting in
      guard let until = resting[place] else { return nil }
      guard until > now else {
        resting[place] = nil
        return nil
      }
      return Int((until - now).components.seconds) + 1
    }
  }

  private static func place(of endpoint: String) -> String {
    let url = URL(string: endpoint)
    return "\(url?.scheme ?? "")://\(url?.host() ?? ""):\(url?.port ?? 0)"
  }
}
