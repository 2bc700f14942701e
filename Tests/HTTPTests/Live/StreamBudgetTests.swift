import FieldhouseKit
import Testing

@testable import FieldhouseHTTP

private let limits: LiveLimits = {
  var limits = LiveLimits()
  (limits.streams, limits.streamsPerClient, limits.streamsPerAccount) = (10, 4, 2)
  return limits
}()

private func principal(_ id: String, kind: Account.Kind = .user, isOperator: Bool = false) -> Principal {
  Principal(
    account: Account(id: AccountID(id), kind: kind, name: id), session: nil, roles: [], isOperator: isOperator)
}

private func code(_ budget: StreamBudget, _ owner: StreamBudget.Owner) -> String? {
  do throws(Problem) {
    _ = try budget.place(for: owner)
    return nil
  } catch {
    return "\(error.status) \(error.code) \(error.retryAfterSeconds ?? 0)"
  }
}

@Suite struct `Live streams` {
  @Test func `belong to an account, or to the place they come from`() {
    let client = ClientKey.named("here")
    #expect(StreamBudget.Owner(nil, at: client) == .client(client))
    #expect(StreamBudget.Owner(principal("g", kind: .guest), at: client) == .client(client))
    #expect(StreamBudget.Owner(principal("a"), at: client) == .account("a"))
    #expect(StreamBudget.Owner(principal("o", isOperator: true), at: client) == .operator)
  }

  @Test func `are so many for a client and so many for an account`() throws {
    let budget = StreamBudget(limits)
    let own = try (0..<4).map { _ in try budget.place(for: .client(.named("a"))) }
    #expect(code(budget, .client(.named("a"))) == "429 streams-too-many 10")
    #expect(code(budget, .client(.named("b"))) == nil)
    let accounts = try (0..<2).map { _ in try budget.place(for: .account("x")) }
    #expect(code(budget, .account("x")) == "429 streams-too-many 10")
    withExtendedLifetime((own, accounts)) {}
  }

  @Test func `are so many in all, except for operators`() throws {
    let budget = StreamBudget(limits)
    let places = try (0..<10).map { try budget.place(for: .account("\($0)")) }
    #expect(code(budget, .account("new")) == "503 streams-full 10")
    #expect(code(budget, .operator) == nil)
    withExtendedLifetime(places) {}
  }

  @Test func `leave their place when they end`() throws {
    let budget = StreamBudget(limits)
    for _ in 0..<5 {
      let places = try (0..<4).map { _ in try budget.place(for: .client(.local)) }
      #expect(budget.count == 4)
      withExtendedLifetime(places) {}
    }
    #expect(budget.count == 0)
  }
}
