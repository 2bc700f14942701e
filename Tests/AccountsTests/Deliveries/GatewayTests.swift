@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

/// A way out that answers what it is told and keeps what it was sent.
private final class FakeHTTP: OutgoingHTTP {
  private let requests = Mutex<[OutgoingRequest]>([])
  private let answer: Result<Int, OutgoingError>

  init(_ answer: Result<Int, OutgoingError>) { self.answer = answer }

  var sent: [OutgoingRequest] { requests.withLock { $0 } }

  func send(_ request: OutgoingRequest) async throws -> OutgoingResponse {
    requests.withLock { $0.append(request) }
    return OutgoingResponse(status: try answer.get(), headers: [:], body: [])
  }
}

@Suite struct `A text message through a gateway` {
  private static let message = DeliveryMessage(
    id: "m1", channel: .sms, to: "+4915112345678", subject: "", text: "Your code is 123456.", code: "123456")

  @Test(arguments: [nil, "secret"] as [String?]) func `is posted with its id, so that it is sent once`(
    token: String?
  )
    async throws
  {
    let http = FakeHTTP(.success(202))
    try await HTTPDeliveries(http: http, url: "https://sms.example/send", token: token).send(Self.message)
    let request = try #require(http.sent.first)
    #expect(http.sent.count == 1 && request.method == "POST" && request.url == "https://sms.example/send")
    #expect(request.headers["idempotency-key"] == "m1" && request.headers["content-type"] == "application/json")
    #expect(request.headers["authorization"] == token.map { "Bearer \($0)" })
    let body: JSON = [
      "id": "m1", "channel": "sms", "to": "+4915112345678", "subject": "", "text": "Your code is 123456.",
      "code": "123456",
    ]
    #expect(try JSON(parsing: request.body) == body)
  }

  @Test(arguments: [200, 201, 204, 299]) func `is taken when the gateway says so`(status: Int) async throws {
    try await HTTPDeliveries(http: FakeHTTP(.success(status)), url: "https://sms.example").send(Self.message)
  }

  @Test(arguments: [199, 300, 302, 400, 401, 429, 500]) func `is not taken otherwise, and the log names no one`(
    status: Int
  ) async {
    let deliveries = HTTPDeliveries(http: FakeHTTP(.success(status)), url: "https://sms.example", token: "secret")
    let failure = await #expect(throws: DeliveryFailure.self) { try await deliveries.send(Self.message) }
    #expect(failure?.code == "delivery-refused" && failure?.message.contains("\(status)") == true)
    for secret in ["123456", "4915112345678", "secret"] { #expect(failure?.description.contains(secret) == false) }
  }

  @Test func `cannot be handed to a gateway that cannot be reached`() async {
    let error = OutgoingError(code: "http-timeout", message: "sms.example did not answer in 15 s.")
    let deliveries = HTTPDeliveries(http: FakeHTTP(.failure(error)), url: "https://sms.example")
    let failure = await #expect(throws: DeliveryFailure.self) { try await deliveries.send(Self.message) }
    #expect(failure?.code == "delivery-unreachable")
    #expect(failure?.message.contains("smsUrl") == true)
  }
}

@Suite struct `Messages by channel` {
  /// Keeps what goes its way.
  private final class Way: Deliveries {
    private let taken = Mutex<[String]>([])
    var ids: [String] { taken.withLock { $0 } }
    func send(_ message: DeliveryMessage) async throws { taken.withLock { $0.append(message.id) } }
  }

  private static func message(_ id: String, _ channel: DeliveryMessage.Channel) -> DeliveryMessage {
    DeliveryMessage(id: id, channel: channel, to: "x", subject: "", text: "")
  }

  @Test func `go their own way`() async throws {
    let (email, sms) = (Way(), Way())
    let deliveries = ChannelDeliveries(email: email, sms: sms)
    try await deliveries.send(Self.message("a", .email))
    try await deliveries.send(Self.message("b", .sms))
    #expect(email.ids == ["a"] && sms.ids == ["b"])
  }

  @Test(arguments: [DeliveryMessage.Channel.email, .sms]) func `wait where there is no way`(
    channel: DeliveryMessage.Channel
  ) async {
    let way = Way()
    let deliveries = ChannelDeliveries(email: channel == .sms ? way : nil, sms: channel == .email ? way : nil)
    let failure = await #expect(throws: DeliveryFailure.self) {
      try await deliveries.send(Self.message("a", channel))
    }
    #expect(failure?.code == "delivery-unreachable" && failure?.message.contains(channel.rawValue) == true)
    #expect(way.ids.isEmpty)
  }

  @Test func `as mail are handed over whole, to the address itself`() async throws {
    let handed = Mutex<[(String, String)]>([])
    let deliveries = MailDeliveries(sender: MailSender(name: "Fieldhouse", address: "hello@club.example")) { to, mail in
      handed.withLock { $0.append((to, String(decoding: mail, as: UTF8.self))) }
    }
    try await deliveries.send(
      DeliveryMessage(id: "m1", channel: .email, to: "jane@example.org", subject: "Your code", text: "123456"))
    let mail = try #require(handed.withLock { $0.first })
    #expect(mail.0 == "jane@example.org")
    #expect(mail.1.contains("\r\nMessage-ID: <m1@club.example>\r\n") && mail.1.hasSuffix("MTIzNDU2\r\n"))
  }
}

@Suite struct `What cannot be delivered` {
  /// Refuses until it is told otherwise.
  private final class Broken: Deliveries {
    private let state = Mutex((works: false, tries: 0, ids: Set<String>()))
    var tries: Int { state.withLock { $0.tries } }
    var ids: Set<String> { state.withLock { $0.ids } }
    func mend() { state.withLock { $0.works = true } }
    func send(_ message: DeliveryMessage) async throws {
      try state.withLock {
        $0.tries += 1
        $0.ids.insert(message.id)
        guard $0.works else { throw DeliveryFailure(code: "delivery-refused", message: "No.") }
      }
    }
  }

  private func accounts(_ world: World, _ deliveries: any Deliveries) throws -> Accounts {
    Accounts(
      tables: AccountsTables(world.storage), clock: world.clock,
      secret: try InstallationSecret.load(path: world.keyPath),
      deliveries: deliveries, texts: try Strings.load(), log: world.log)
  }

  private func waiting(_ world: World) async throws -> Int {
    try await world.storage.read { try await $0.first("select count(*) from outbox")?[0] ?? -1 }
  }

  @Test func `is tried again after 1, 2, 4 seconds, with the same id, until it is taken`() async throws {
    try await World.with { world in
      let broken = Broken()
      let accounts = try accounts(world, broken)
      try await world.call(.post, "/auth/otp", ["phone": "+4915112345678"])
      for (number, pause) in [0.0, 1, 2, 4, 8].enumerated() {
        if pause > 0 {
          world.clock.advance(pause - 0.001)
          #expect(try await accounts.deliver() == 0)
          #expect(broken.tries == number, "not before \(pause) s")
          world.clock.advance(0.001)
        }
        #expect(try await accounts.deliver() == 0)
        #expect(broken.tries == number + 1)
      }
      broken.mend()
      world.clock.advance(16)
      #expect(try await accounts.deliver() == 1)
      #expect(broken.tries == 6 && broken.ids.count == 1)
      #expect(try await waiting(world) == 0)
    }
  }

  @Test func `is given up after 36 tries, which is said without naming anybody`() async throws {
    try await World.with { world in
      let broken = Broken()
      let accounts = try accounts(world, broken)
      try await world.call(.post, "/auth/otp", ["phone": "+4915112345678"])
      for _ in 0..<50 {
        try await accounts.deliver()
        world.clock.advance(3600)
      }
      #expect(broken.tries == 36)
      #expect(try await waiting(world) == 0)
      #expect(world.log.lines.contains { $0.hasPrefix("error A message was given up.") })
      #expect(!world.log.lines.contains { $0.contains("15112345678") })
    }
  }
}
