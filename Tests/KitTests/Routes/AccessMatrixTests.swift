import FieldhouseKit
import Synchronization
import Testing

/// Who calls, in all combinations of what may count.
private struct Caller: Sendable, CustomStringConvertible {
  var kind: Account.Kind?
  var isOperator = false
  var isSuperAdmin = false
  var isWithheld = false
  var hasOtherRoles = false

  var description: String {
    "\(kind?.name ?? "nobody")\(isOperator ? " token" : "")\(isSuperAdmin ? " admin" : "")"
      + (isWithheld ? " withheld" : "") + (hasOtherRoles ? " others" : "")
  }

  var principal: Principal? {
    guard let kind else { return nil }
    var principal = Principal(account: Account(id: AccountID("a"), kind: kind, name: "A"), session: "s")
    principal.isOperator = isOperator
    principal.roles = Set((isSuperAdmin ? ["super-admin"] : []) + (hasOtherRoles ? ["operator", "admin"] : []))
    principal.withheldRoles = Set((isWithheld ? ["super-admin"] : []) + (hasOtherRoles ? ["referee"] : []))
    return principal
  }

  static let all: [Caller] = {
    var all = [Caller(kind: nil)]
    for kind in [Account.Kind.guest, .user, Account.Kind("visitor")] {
      for bits in 0..<16 {
        all.append(
          Caller(
            kind: kind, isOperator: bits & 1 > 0, isSuperAdmin: bits & 2 > 0, isWithheld: bits & 4 > 0,
            hasOtherRoles: bits & 8 > 0))
      }
    }
    return all
  }()
}

@Suite struct `Everybody who may call a route` {
  private static let levels: [Access] = [
    .everyone, .guest, .account, .operators, .permission("p"), .permission("p", in: "thing"),
  ]

  /// The rules as the documentation says them, each on its own; nil lets the caller pass.
  private static func refusal(_ access: Access, _ caller: Caller, _ standing: Access.Standing) -> Problem? {
    let isPerson = caller.kind != nil && caller.kind != .guest
    switch "\(access)" {
    case "everyone": return nil
    case _ where caller.kind == nil: return .unauthenticated()
    case _ where caller.isOperator: return nil
    case "guest": return nil
    case "account": return isPerson ? nil : .accountNeeded()
    case "operator":
      if !isPerson { return .accountNeeded() }
      return caller.isSuperAdmin ? nil : caller.isWithheld ? .secondFactorRequired() : .forbidden()
    case "permission p":
      if !isPerson { return .accountNeeded() }
      return standing == .holder ? nil : .forbidden()
    default: return [.holder: nil, .member: .forbidden(), .stranger: .notFound()][standing] ?? nil
    }
  }

  @Test(arguments: levels) func `is the same for everybody in the same place`(access: Access) async throws {
    for caller in Caller.all {
      for standing in [Access.Standing.holder, .member, .stranger] {
        let questions = Mutex(0)
        var found: Problem?
        do {
          try await access.admit(caller.principal, parameters: ["thing": "t"]) { asked, name, thing in
            questions.withLock { $0 += 1 }
            #expect(asked == caller.principal && name == "p" && thing == access.scopeParameter.map { _ in "t" })
            return standing
          }
        } catch { found = try #require(error as? Problem) }
        #expect(found == Self.refusal(access, caller, standing), "\(access) for \(caller), \(standing)")
        #expect(questions.withLock { $0 } <= (access.permission == nil ? 0 : 1))
      }
    }
  }

  @Test func `is not found out by a path without the thing`() async {
    let asked = Mutex<[String?]>([])
    let person = Caller(kind: .user).principal
    let problem = await #expect(throws: Problem.self) {
      try await Access.permission("p", in: "thing").admit(person, parameters: ["other": "t"]) { _, _, thing in
        asked.withLock { $0.append(thing) }
        return thing == nil ? .holder : .stranger
      }
    }
    #expect(problem == .notFound() && asked.withLock { $0 } == [""])
  }

  @Test func `is said by the access in one way`() {
    #expect(Set(Self.levels).count == Self.levels.count)
    #expect(Self.levels.map(\.permission) == [nil, nil, nil, nil, "p", "p"])
    #expect(Self.levels.map(\.scopeParameter) == [nil, nil, nil, nil, nil, "thing"])
    #expect(Self.levels.map(\.level).last == .permission("p", scopeParameter: "thing"))
    #expect(Access.permission("p") != .permission("q") && Access.permission("p") != .permission("p", in: ""))
  }
}
