@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct `A new password` {
  private func mistakes(
    _ password: String, _ confirmation: String? = nil, personal: [String] = [], minimum: Int = 8
  ) -> [String] {
    PasswordRules(minimumLength: minimum)
      .mistakes(of: password, confirmation: confirmation ?? password, personal: personal)
      .map { "\($0.pointer) \($0.code)" }
  }

  @Test(.tags(.pl8)) func `is as long as the operator asks, counted in characters`() {
    #expect(mistakes("kd83hfz") == ["/password password-too-short"])
    #expect(mistakes("kd83hfzx").isEmpty)
    #expect(mistakes("kd83hfzx", minimum: 15) == ["/password password-too-short"])
    #expect(mistakes("👩‍👩‍👧é한글ñ🇩🇪zq").isEmpty)
    #expect(mistakes("👩‍👩‍👧é한글ñ🇩🇪z") == ["/password password-too-short"])
  }

  @Test(.tags(.pl8)) func `is entered twice alike, and every mistake is told at once`() {
    #expect(mistakes("kd83hfzx", "kd83hfzX") == ["/passwordConfirmation password-mismatch"])
    #expect(
      mistakes("short", "other") == ["/password password-too-short", "/passwordConfirmation password-mismatch"])
    #expect(
      mistakes("password", "other") == ["/password password-common", "/passwordConfirmation password-mismatch"])
  }

  @Test(
    .tags(.pl8),
    arguments: [
      "password", "PassWord", "pässwörd", "password1234", "!!password!!", "passwordpassword", "pass word", "aaaaaaaa",
      "abababab", "abcabcabc", "12345678", "87654321", "abcdefgh", "hgfedcba", "qwertzuiop", "poiuztrewq", "liverpool",
      "fieldhouse", "fieldhousefieldhouse", "   ", "qwertyuiopasdfghjkl", "1qaz2wsx3edc", "letmein1!",
    ])
  func `is none that is guessed first`(password: String) { #expect(CommonPasswords.contains(password)) }

  @Test(
    .tags(.pl8),
    arguments: [
      "kd83hfzx", "a long enough phrase 7", "correct horse battery stapler", "passwordsalad", "liverpoolfan since 1998",
      "abcdefgx", "qwertzy-not-a-run", "12345678901234567890123", "x1y2z3w4", "пароль-длинный",
    ])
  func `may be anything else`(password: String) { #expect(!CommonPasswords.contains(password)) }

  @Test(.tags(.pl8)) func `is neither the name nor the address of who chooses it, forwards or backwards`() {
    let personal = ["jane@example.org", "Jänë Longname", "jane.doe.42", ""]
    for password in ["jane@example.org", "GRO.ELPMAXE@ENAJ", "jane longname", "24.eod.enaj"] {
      #expect(mistakes(password, personal: personal) == ["/password password-common"], "\(password)")
    }
    #expect(mistakes("jane@example.org and more", personal: personal).isEmpty)
  }

  @Test func `is refused with all its mistakes`() throws {
    let passwords = Passwords(settings: AccountsSettings())
    let problem = #expect(throws: Problem.self) { try passwords.check("short", confirmation: "other") }
    #expect(problem?.status == 422)
    #expect(problem?.errors.map(\.code) == ["password-too-short", "password-mismatch"])
    #expect(throws: Never.self) {
      try passwords.check("a long enough phrase 7", confirmation: "a long enough phrase 7")
    }
  }
}

@Suite struct `The hash of a password` {
  @Test(.tags(.pl18)) func `fits that password alone, and never looks alike`() throws {
    let (one, other) = (try PasswordHash.make("grüße 7"), try PasswordHash.make("grüße 7"))
    #expect(one != other)
    #expect(one.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    #expect(PasswordHash.verify("grüße 7", one) && PasswordHash.verify("grüße 7", other))
    for wrong in ["", "grüße 8", "Grüße 7", "grüße 7 ", "gru\u{308}ße 7"] {
      #expect(!PasswordHash.verify(wrong, one), "\(wrong)")
    }
    for broken in ["", "x", String(one.dropLast()), one.replacing("argon2id", with: "argon2i")] {
      #expect(!PasswordHash.verify("grüße 7", broken), "\(broken)")
    }
  }

  @Test(.tags(.pl18)) func `is made anew when it was made with less`() throws {
    #expect(!PasswordHash.isOutdated(try PasswordHash.make("a")))
    let weak = "$argon2id$v=19$m=4096,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$Zm9vZm9vZm9vZm9vZm9vZm9vZm9vZm9vZm9vZm9vZm8"
    #expect(PasswordHash.isOutdated(weak))
  }

  @Test func `is never found where there is none, though as much is done`() async throws {
    let passwords = Passwords(settings: AccountsSettings())
    let hash = try await passwords.hash("a")
    #expect(try await passwords.verify("a", hash))
    #expect(try await !passwords.verify("b", hash))
    #expect(try await !passwords.verify("a", nil))
    #expect(try await !passwords.verify("", nil))
  }
}

@Suite struct `The threads that hash` {
  /// Holds work back until it is let go.
  private final class Gate: Sendable {
    private let condition = NSCondition()
    private let state = Mutex((isOpen: false, inside: 0, most: 0))

    var inside: Int { state.withLock { $0.inside } }
    var most: Int { state.withLock { $0.most } }

    func pass() {
      condition.lock()
      state.withLock {
        $0.inside += 1
        $0.most = max($0.most, $0.inside)
      }
      while !state.withLock({ $0.isOpen }) { condition.wait() }
      state.withLock { $0.inside -= 1 }
      condition.unlock()
    }

    func open() {
      condition.lock()
      state.withLock { $0.isOpen = true }
      condition.broadcast()
      condition.unlock()
    }
  }

  @Test(.tags(.pl7)) func `take so many at once, let so many wait, and send everybody else away`() async throws {
    let (pool, gate) = (HashingPool(threads: 2, waiting: 3), Gate())
    let outcomes = try await withThrowingTaskGroup(of: Result<Int, any Error>.self) { group in
      for number in 0..<20 {
        group.addTask {
          do {
            let value = try await pool.run {
              gate.pass()
              return number
            }
            return .success(value)
          } catch { return .failure(error) }
        }
        // The first two begin before the others come, so that three wait and not more.
        if number == 1 { try await eventually { gate.inside == 2 } }
      }
      var outcomes: [Result<Int, any Error>] = []
      while outcomes.count < 15, let outcome = try await group.next() { outcomes.append(outcome) }
      gate.open()
      for try await outcome in group { outcomes.append(outcome) }
      return outcomes
    }
    let refused = outcomes.prefix(15).compactMap { outcome -> Problem? in
      if case .failure(let error) = outcome { error as? Problem } else { nil }
    }
    #expect(refused.count == 15)
    #expect(refused.allSatisfy { $0.status == 429 && $0.code == "too-many-attempts" && $0.retryAfterSeconds == 2 })
    #expect(outcomes.suffix(5).allSatisfy { (try? $0.get()) != nil })
    #expect(gate.most == 2)
    #expect(try await pool.run { 7 } == 7, "there is room again")
  }

  @Test func `hand on what goes wrong`() async {
    struct Broken: Error {}
    let pool = HashingPool(threads: 1, waiting: 1)
    await #expect(throws: Broken.self) { try await pool.run { throw Broken() } }
  }
}

@Suite struct `A text that is made once` {
  @Test func `is made by the first who asks, and anew after a failure`() throws {
    struct Broken: Error {}
    let value = OnceValue()
    let made = Mutex(0)
    #expect(throws: Broken.self) { try value.get { throw Broken() } }
    for _ in 0..<3 {
      let text = value.get {
        made.withLock {
          $0 += 1
          return "made \($0)"
        }
      }
      #expect(text == "made 1")
    }
  }
}
