internal import FieldhouseKit
internal import Foundation

/// A device that is to be pushed to, as `PushSubscription.toJSON()` of the Push API gives it.
struct DeviceInput: RouteInput {
  struct Keys: Codable, Sendable {
    var p256dh: String
    var auth: String
  }

  var endpoint: String
  var keys: Keys
  /// Browsers tell it; it is not relied on.
  var expirationTime: Double?

  static var schema: Schema {
    let keys = Schema.object(
      [
        ("p256dh", .string(minLength: 1, maxLength: 100, description: "The device's public key, P-256, in base64url.")),
        ("auth", .string(minLength: 1, maxLength: 50, description: "16 bytes in base64url.")),
      ], required: ["p256dh", "auth"])
    return .object(
      [
        ("endpoint", .string(minLength: 1, maxLength: 2000, description: "The address at the push service.")),
        ("keys", keys), ("expirationTime", .nullable(.number())),
      ], required: ["endpoint", "keys"])
  }

  /// - Throws: ``Problem`` 422 with every mistake.
  func device(of call: Call, refusal: PushService.Refusal) throws -> Device {
    var mistakes: [Problem.Field] = []
    if let reason = refusal(endpoint) {
      mistakes.append(Problem.Field(pointer: "/endpoint", code: "endpoint-refused", detail: reason))
    }
    if !(Base64URL.decode(keys.p256dh).map(PushCrypto.isPublicKey) ?? false) {
      let detail = "This is no public key of P-256: 65 bytes in base64url."
      mistakes.append(Problem.Field(pointer: "/keys/p256dh", code: "key-malformed", detail: detail))
    }
    if Base64URL.decode(keys.auth)?.count != 16 {
      let detail = "The secret has 16 bytes, in base64url."
      mistakes.append(Problem.Field(pointer: "/keys/auth", code: "key-malformed", detail: detail))
    }
    guard mistakes.isEmpty else { throw Problem.invalid(mistakes) }
    return Device(
      account: try call.account.id, session: call.principal?.session, endpoint: endpoint, key: keys.p256dh,
      secret: keys.auth, language: call.language, createdAt: call.now)
  }
}

/// Which device is not to be pushed to any more.
struct DeviceEnd: RouteInput {
  var endpoint: String

  static var schema: Schema {
    .object([("endpoint", .string(minLength: 1, maxLength: 2000))], required: ["endpoint"])
  }
}

/// What browsers subscribe with.
struct PushKeyOutput: RouteOutput {
  /// The public key of this host, P-256, in base64url; null where nothing is pushed.
  var key: String?

  private enum CodingKeys: String, CodingKey { case key }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key, forKey: .key)
  }

  static var schema: Schema { .object([("key", .nullable(.string()))], required: ["key"]) }
}

extension Inbox {
  func pushRoutes(_ routes: inout Routes) {
    routes.get("/me/push-key", "The key that my browser subscribes with", access: .guest) { (_: NoInput, _) in
      PushKeyOutput(key: push?.key.publicKey)
    }
    routes.put(
      "/me/push-subscriptions", "Push to this device as long as I am signed in on it", access: .guest,
      problems: [Self.noPush]
    ) { (input: DeviceInput, call) -> NoContent in
      guard let push else { throw Self.noPush }
      let device = try input.device(of: call, refusal: push.refusal)
      try await storage.write { try await DeviceStore.save(device, in: $0) }
      return NoContent()
    }
    routes.delete("/me/push-subscriptions", "Push to this device no more", access: .guest) { (input: DeviceEnd, call) in
      let (id, account) = (Device.id(of: input.endpoint), try call.account.id)
      try await storage.write { try await DeviceStore.remove(id, of: account, in: $0) }
      return NoContent()
    }
  }

  private static let noPush = Problem.notFound("push-unavailable", "This host pushes nothing.")
}
