public import FieldhouseKit
import Synchronization

// People, who come in through the routes of accounts.
extension TestHost {
  /// The operator, who may do everything.
  public var `operator`: TestPerson {
    TestPerson(
      id: AccountID("operator"), name: "Operator", token: Self.operatorToken, phone: nil, address: "192.0.2.2")
  }

  /// Somebody new, signed in with a phone number of their own.
  /// - Throws: ``TestHostError`` when that is refused, such as for a name that nobody can have.
  public func person(_ name: String) async throws -> TestPerson {
    let number = nextNumber()
    let phone = "+49151\(10_000_000 + number)"
    let person = try await signIn(phone, name: name, at: Self.address(number))
    let named = try await patch("/v1/me", ["name": .string(name)], as: person)
    guard named.status == 200 else { throw TestHostError("Naming somebody \(name)", named) }
    return person
  }

  /// A guest, who has no name and no way to sign in again.
  /// - Throws: ``TestHostError`` when guests may not come in.
  public func guest() async throws -> TestPerson {
    let address = Self.address(nextNumber())
    let nobody = TestPerson(id: AccountID(""), name: "", token: "", phone: nil, address: address)
    let reply = try await post("/v1/auth/guest", as: nobody)
    return try Self.person(reply, name: reply["account"]?["name"]?.string ?? "", phone: nil, address)
  }

  /// Signs a guest in to the account of somebody with a phone number: the guest becomes part of it, and ``settled()``
  /// waits until the plugins have been told.
  /// - Returns: the person with the session that was the guest's device's.
  /// - Throws: ``TestHostError`` when that is refused.
  public func signIn(_ guest: TestPerson, to person: TestPerson) async throws -> TestPerson {
    guard let phone = person.phone else { throw TestHostError("\(person.name) has no phone number.") }
    return try await signIn(phone, name: person.name, at: guest.address, from: guest)
  }

  /// Makes a second account of somebody part of another one, both being signed in to once more for it; ``settled()`` waits
  /// until the plugins have been told.
  /// - Throws: ``TestHostError`` when that is refused, or one of them is a guest: ``signIn(_:to:)``.
  public func merge(_ account: TestPerson, into other: TestPerson) async throws {
    let (gone, kept) = (try await again(account), try await again(other))
    let reply = try await post("/v1/me/merge", ["token": .string(gone.token)], as: kept)
    guard reply.status == 200 else { throw TestHostError("Making one account of two", reply) }
  }

  private func again(_ person: TestPerson) async throws -> TestPerson {
    guard let phone = person.phone else { throw TestHostError("\(person.name) has no phone number.") }
    return try await signIn(phone, name: person.name, at: person.address)
  }

  /// Has somebody leave for good, who is signed in once more for it; ``settled()`` waits until the plugins have been told.
  /// - Throws: ``TestHostError`` when that is refused.
  public func leave(_ person: TestPerson) async throws {
    let reply = try await delete("/v1/me", as: person.phone == nil ? person : again(person))
    guard reply.status == 204 else { throw TestHostError("Leaving", reply) }
  }

  /// Everything that is kept of a person, as the person gets it.
  /// - Throws: ``TestHostError`` when that is refused.
  public func export(of person: TestPerson) async throws -> JSON {
    let reply = try await get("/v1/me/export", as: person)
    guard reply.status == 200 else { throw TestHostError("The export", reply) }
    return reply.json
  }

  private func signIn(
    _ phone: String, name: String, at address: String, from guest: TestPerson? = nil
  ) async throws -> TestPerson {
    let caller = guest ?? TestPerson(id: AccountID(""), name: name, token: "", phone: phone, address: address)
    let before = codes(for: phone).count
    let asked = try await post("/v1/auth/otp", ["phone": .string(phone)], as: caller)
    guard asked.status == 202 else { throw TestHostError("Asking for a code", asked) }
    let code = try await Patience.wait(or: { "No code comes for \(phone)." }) {
      codes(for: phone).dropFirst(before).first
    }
    let reply = try await post(
      "/v1/auth/otp/verify", ["phone": .string(phone), "code": .string(code), "acceptsTerms": true], as: caller)
    return try Self.person(reply, name: name, phone: phone, address)
  }

  /// The codes delivered to a number so far; messages leave shortly after the answer.
  private func codes(for phone: String) -> [String] {
    let digits = phone.filter(\.isNumber)
    let messages = installation.lines("data/deliveries.jsonl")
    return messages.filter { $0["to"]?.string?.filter(\.isNumber) == digits }.compactMap { $0["code"]?.string }
  }

  private static func person(
    _ reply: TestReply, name: String, phone: String?, _ address: String
  ) throws -> TestPerson {
    guard let id = reply["account"]?["id"]?.string, let token = reply["token"]?.string else {
      throw TestHostError("Signing in", reply)
    }
    return TestPerson(id: AccountID(id), name: name, token: token, phone: phone, address: address)
  }

  private func nextNumber() -> Int { people.add(1, ordering: .relaxed).newValue }

  /// An address of those that are kept for tests (RFC 2544).
  private static func address(_ number: Int) -> String { "198.18.\(number / 250 % 250).\(number % 250 + 1)" }
}
