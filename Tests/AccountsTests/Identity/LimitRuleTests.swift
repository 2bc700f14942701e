@testable import FieldhouseAccounts
import Foundation
import Testing

@Suite struct `A rule of how often` {
  private static let now = Date(timeIntervalSince1970: 1_755_259_200)

  @Test(arguments: [("10/60", 10, 60), ("1/1", 1, 1), ("1000000/3600", 1_000_000, 3600)])
  func `is read and written`(text: String, burst: Int, seconds: Int) {
    #expect(LimitRule(text) == LimitRule(burst, every: seconds))
    #expect(LimitRule(burst, every: seconds).description == text)
  }

  @Test(arguments: ["", "10", "10/", "/60", "0/60", "10/0", "-1/60", "10/60/1", "ten/60", "1.5/60", "10 / 60"])
  func `is refused in any other form`(text: String) { #expect(LimitRule(text) == nil) }

  @Test(arguments: LimitName.allCases) func `is delivered within its own bounds, explained and bounded`(name: LimitName)
  {
    #expect(name.mistake(in: "\(name.standard)") == nil)
    #expect(name.help.contains("\(name.standard)"))
    #expect(name.key.hasPrefix("limit"))
    let (bursts, intervals) = (name.bursts, name.intervals)
    #expect(name.mistake(in: "\(bursts.upperBound + 1)/\(intervals.lowerBound)") != nil)
    #expect(name.mistake(in: "\(bursts.lowerBound - 1)/\(intervals.lowerBound)") != nil)
    #expect(name.mistake(in: "\(bursts.lowerBound)/\(intervals.upperBound + 1)") != nil)
    #expect(name.mistake(in: "\(bursts.lowerBound)/\(intervals.lowerBound - 1)") != nil)
    #expect(name.mistake(in: "often") != nil)
  }

  @Test func `has its own key, so that each can be set`() {
    #expect(Set(LimitName.allCases.map(\.key)).count == LimitName.allCases.count)
    var rules = LimitRules()
    rules[.loginsPerName] = LimitRule(3, every: 9)
    #expect(rules[.loginsPerName] == LimitRule(3, every: 9))
    #expect(rules[.loginsPerAddress] == LimitName.loginsPerAddress.standard)
  }

  @Test func `the budgets of a target never use up that of all its messages`() {
    let all = LimitName.messagesPerTarget.standard
    let purposes = MessageBudget.Purpose.allCases.map(\.perTarget.standard)
    let number = [LimitName.codesPerTarget.standard, LimitName.identifiersPerTarget.standard]
    #expect(number.map(\.burst).reduce(0, +) < all.burst)
    let address = purposes.map(\.burst).reduce(0, +) - LimitName.codesPerTarget.standard.burst
    #expect(address < all.burst)
    #expect(purposes.map { 1 / Double($0.seconds) }.reduce(0, +) < 1 / Double(all.seconds))
    for purpose in MessageBudget.Purpose.allCases {
      guard let one = purpose.perTargetAndAddress else { continue }
      #expect(one.standard.burst < purpose.perTarget.standard.burst, "one address leaves some for the others")
      #expect(one.standard.seconds > purpose.perTarget.standard.seconds)
    }
  }

  @Test func `a bucket gives its burst, then one each interval`() {
    let limit = Limit(name: "x", burst: 3, seconds: 10)
    var bucket = Bucket(limit: limit, fullAt: Self.now)
    #expect(takes(4, from: &bucket, at: Self.now) == [true, true, true, false])
    #expect(bucket.allowedFrom == Self.now.addingTimeInterval(10))
    #expect(takes(1, from: &bucket, at: Self.now.addingTimeInterval(9.9)) == [false])
    #expect(takes(2, from: &bucket, at: Self.now.addingTimeInterval(10)) == [true, false])
    #expect(takes(4, from: &bucket, at: Self.now.addingTimeInterval(1000)) == [true, true, true, false])
  }

  private func takes(_ count: Int, from bucket: inout Bucket, at now: Date) -> [Bool] {
    (0..<count).map { _ in bucket.take(at: now) }
  }

  @Test(arguments: [61.0, 120.0, 7200.0, 31_536_000.0]) func `a clock that is set back makes nobody wait for it`(
    back: Double
  ) {
    let limit = Limit(name: "x", burst: 3, seconds: 10)
    var bucket = Bucket(limit: limit, fullAt: Self.now)
    for _ in 0..<3 { _ = bucket.take(at: Self.now) }
    let earlier = Self.now.addingTimeInterval(-back)
    #expect(takes(1, from: &bucket, at: earlier) == [true])
  }

  @Test func `a host whose clock is a minute behind gives nothing more`() {
    let limit = Limit(name: "x", burst: 3, seconds: 10)
    var bucket = Bucket(limit: limit, fullAt: Self.now)
    for _ in 0..<3 { _ = bucket.take(at: Self.now) }
    #expect(takes(1, from: &bucket, at: Self.now.addingTimeInterval(-60)) == [false])
  }
}

@Suite struct `The address that limits are kept by` {
  @Test(arguments: [
    ("203.0.113.7", "203.0.113.7", false), ("::ffff:203.0.113.7", "203.0.113.7", false),
    ("::FFFF:203.0.113.7", "203.0.113.7", false), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2", false),
    ("2001:0DB8:0001:0002::9", "2001:db8:1:2", false), ("2001:db8::1", "2001:db8:0:0", false),
    ("fe80::1%eth0", "fe80:0:0:0", false), ("127.0.0.1", "127.0.0.1", true), ("127.8.8.8", "127.8.8.8", true),
    ("::1", "0:0:0:0", true), ("::ffff:127.0.0.1", "127.0.0.1", true), ("local", "local", true),
  ])
  func `is one for each customer, and marked where it is this machine`(remote: String, text: String, isLocal: Bool) {
    let address = ClientAddress(remote)
    #expect(address.text == text)
    #expect(address.isLocal == isLocal)
  }

  @Test func `a peer on this machine has twenty times the budget of an address, and no more of any other`() {
    let rules = LimitRules()
    for name in LimitName.allCases {
      let rule = name.standard
      let (far, near) = (ClientAddress("203.0.113.7"), ClientAddress("127.0.0.1"))
      let crowd = rules.limit(name, .address(near))
      #expect(crowd.burst == rule.burst * 20)
      #expect(crowd.seconds == Double(rule.seconds) / 20)
      #expect(rules.limit(name, .address(far)).burst == rule.burst)
      #expect(rules.limit(name, .name(LoginName("jane"), near)).burst == rule.burst)
    }
  }

  @Test func `an attempt of somebody unknown is counted under one text for all spellings`() {
    let names = ["nobody at all", " Nobody  at all ", "NOBODY AT ALL"].map { LoginName($0).text }
    #expect(names[0] == names[2])
    #expect(LoginName("+4915112345678").text == "phone/4915112345678")
    #expect(LoginName("Jane@Example.org").text == "email/jane@example.org")
    #expect(LoginName("Jane.Doe").text == "username/jane.doe")
  }
}
