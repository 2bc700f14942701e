import FieldhouseTestSupport
import Synchronization
import Testing

@testable import FieldhouseHTTP

private func limits(_ adjust: (inout ListenerLimits) -> Void = { _ in }) -> ListenerLimits {
  var limits = ListenerLimits()
  (limits.connections, limits.connectionsPerClient, limits.reservedConnections) = (10, 4, 4)
  (limits.requests, limits.requestsPerClient, limits.reservedRequests) = (6, 4, 2)
  (limits.bodyMemory, limits.bodyMemoryPerClient) = (1000, 400)
  adjust(&limits)
  return limits
}

extension Budgets {
  fileprivate func client(_ number: UInt64, isProxy: Bool = false) -> ClientUse {
    clients.hold(.network(IPAddress(high: number, low: 0)), isProxy: isProxy)
  }

  /// Lets as many connections in as asked; what each got.
  fileprivate func enter(_ use: ClientUse, _ count: Int) -> [String] {
    (0..<count).map { _ in
      do throws(ListenerFault) {
        switch try enter(use, makeRoom: {}) {
        case .ordinary: return "in"
        case .reserve(let fault): return "reserve \(fault.rawValue)"
        }
      } catch {
        return error.rawValue
      }
    }
  }
}

@Suite struct `The budgets of connections` {
  @Test func `give a client its share, then a little of the reserve, then nothing`() {
    let budgets = Budgets(limits())
    let own = budgets.enter(budgets.client(1), 6)
    #expect(own == Array(repeating: "in", count: 4) + ["reserve tooManyConnections", "tooManyConnections"])
    #expect(budgets.enter(budgets.client(2), 1) == ["in"])
  }

  @Test func `give all together the total and a moment more, then the reserve`() {
    let budgets = Budgets(limits { $0.connectionsPerClient = 100 })
    let all = (1...20).flatMap { budgets.enter(budgets.client($0), 1) }
    #expect(all[..<14].allSatisfy { $0 == "in" })
    #expect(all[14..<18].allSatisfy { $0 == "reserve connectionsFull" })
    #expect(all[18...].allSatisfy { $0 == "connectionsFull" })
  }

  @Test func `ask for room from the first connection on that is one too many`() throws {
    let budgets = Budgets(limits { $0.connectionsPerClient = 100 })
    let use = budgets.client(1)
    var asked = 0
    for _ in 0..<12 { _ = try budgets.enter(use) { asked += 1 } }
    #expect(asked == 2)
  }

  @Test func `have no share for a trusted proxy`() {
    let budgets = Budgets(limits())
    #expect(budgets.enter(budgets.client(1, isProxy: true), 10) == Array(repeating: "in", count: 10))
  }

  @Test func `are whole again when everyone has left`() throws {
    let budgets = Budgets(limits())
    for _ in 0..<3 {
      let uses = (1...4).map { budgets.client($0) }
      var held: [(ClientUse, Budgets.Standing)] = []
      for use in uses + uses + uses + uses + uses {
        if let standing = try? budgets.enter(use, makeRoom: {}) { held.append((use, standing)) }
      }
      #expect(held.count == 18)
      held.forEach { budgets.leave($0.0, $0.1) }
      uses.forEach { budgets.clients.release($0) }
      #expect(budgets.clients.count == 0)
    }
  }
}

@Suite struct `The budgets of requests and bodies` {
  @Test func `give a client its share, then look at a few more`() throws {
    let budgets = Budgets(limits())
    let use = budgets.client(1)
    let results = (0..<7).map { _ in Result { () throws(ListenerFault) in try budgets.begin(use, .ordinary, on: 0) } }
    #expect(try results[..<4].map { try $0.get() } == [nil, nil, nil, nil])
    #expect(try results[4..<6].map { try $0.get() } == [.tooManyRequests, .tooManyRequests])
    #expect(throws: ListenerFault.tooManyRequests) { try results[6].get() }
    budgets.end(use, surplus: nil, on: 0)
    #expect(try budgets.begin(use, .ordinary, on: 0) == nil)
    let all = try (2...3).map { try budgets.begin(budgets.client($0), .ordinary, on: Int($0)) }
    #expect(all == [nil, nil])
    #expect(throws: ListenerFault.overloaded) { try budgets.begin(budgets.client(4), .ordinary, on: 1) }
  }

  @Test func `give a connection of the reserve only the reserve`() throws {
    let budgets = Budgets(limits())
    let use = budgets.client(1)
    #expect(try budgets.begin(use, .reserve(.connectionsFull), on: 0) == .connectionsFull)
    #expect(use.requests.load(ordering: .relaxed) == 0)
    budgets.end(use, surplus: .connectionsFull, on: 0)
  }

  @Test func `count the bytes of bodies by client and in all`() {
    let budgets = Budgets(limits())
    let (one, two, three) = (budgets.client(1), budgets.client(2), budgets.client(3))
    #expect(budgets.keep(400, one) == nil)
    #expect(budgets.keep(1, one) == .tooManyBodies)
    #expect(budgets.keep(400, two) == nil)
    #expect(budgets.keep(201, three) == .bodiesFull)
    #expect(budgets.hasRoom(for: 201, three) == .bodiesFull)
    #expect(budgets.hasRoom(for: 401, three) == .tooManyBodies)
    budgets.free(400, one)
    #expect(budgets.hasRoom(for: 400, three) == nil)
    #expect(budgets.keep(400, three) == nil)
  }

  /// Whatever comes in whatever order: no counter goes below zero or above its limit, and at the end all are zero.
  @Test(arguments: 0..<20) func `hold over random use`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let budgets = Budgets(limits())
    let uses = (1...3).map { budgets.client($0) }
    var requests: [(ClientUse, ListenerFault?, loop: Int)] = []
    var bodies: [(ClientUse, Int)] = []
    for _ in 0..<2000 {
      let (use, loop) = (uses[random.next(below: 3)], random.next(below: 4))
      switch random.next(below: 4) {
      case 0:
        if case .success(let surplus) = Result(catching: { () throws(ListenerFault) in
          try budgets.begin(use, .ordinary, on: loop)
        }) {
          requests.append((use, surplus, loop))
        }
      case 1 where !requests.isEmpty:
        let ended = requests.remove(at: random.next(below: requests.count))
        budgets.end(ended.0, surplus: ended.1, on: ended.loop)
      case 2:
        let bytes = random.next(below: 200)
        if budgets.keep(bytes, use) == nil { bodies.append((use, bytes)) }
      case 3 where !bodies.isEmpty:
        let freed = bodies.remove(at: random.next(below: bodies.count))
        budgets.free(freed.1, freed.0)
      default: break
      }
      #expect(uses.allSatisfy { (0...4).contains($0.requests.load(ordering: .relaxed)) })
      #expect(uses.allSatisfy { (0...400).contains($0.bodyBytes.load(ordering: .relaxed)) })
      #expect(requests.count { $0.1 == nil } <= 6 && requests.count { $0.1 != nil } <= 2)
    }
    requests.forEach { budgets.end($0.0, surplus: $0.1, on: $0.loop) }
    bodies.forEach { budgets.free($0.1, $0.0) }
    #expect(uses.allSatisfy { $0.requests.load(ordering: .relaxed) == 0 && $0.bodyBytes.load(ordering: .relaxed) == 0 })
  }
}

@Suite struct `The clients that use anything` {
  @Test func `are known as long as they use something`() {
    let registry = ClientRegistry()
    let first = registry.hold(.local)
    let second = registry.hold(.local)
    #expect(first === second && registry.count == 1)
    registry.release(first)
    #expect(registry.hold(.local) === first)
    registry.release(first)
    registry.release(first)
    #expect(registry.count == 0)
  }

  @Test func `are told apart by address, and IPv6 by its first half`() {
    let texts = ["192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "::ffff:192.0.2.1"]
    let keys = texts.map { (text: String) in ClientKey(IPAddress(text)) }
    #expect(Set(keys).count == 4)
    #expect(keys[2] == keys[3] && keys[0] == keys[5])
    #expect(Set([ClientKey(nil as IPAddress?), .named("unknown"), .named("_a")]).count == 3)
  }

  @Test func `the greediest has the most connections and is no proxy`() {
    let registry = ClientRegistry()
    let uses = [registry.hold(.named("a")), registry.hold(.named("b")), registry.hold(.named("c"), isProxy: true)]
    for (use, count) in zip(uses, [2, 3, 9]) { use.connections.add(count, ordering: .relaxed) }
    #expect(registry.greediest === uses[1])
    let same = registry.hold(.named("c"))
    #expect(same !== uses[2] && registry.count == 4)
    registry.release(same)
    #expect(registry.count == 3)
  }
}

@Suite struct `The descriptors of the process` {
  @Test(arguments: [(20_000, 10_000), (1024, 384), (100, 1), (600, 172), (1 << 20, 10_000)])
  func `bound the connections`(descriptors: Int, connections: Int) {
    var limits = ListenerLimits()
    limits.fit(descriptors: descriptors)
    #expect(limits.connections == connections)
  }

  @Test func `are as many as the system allows`() {
    let raised = DescriptorLimit.raised()
    #expect(raised >= 1024 && raised == DescriptorLimit.raised())
  }
}
