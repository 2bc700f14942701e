import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseNotifications

@Suite struct `After an attempt` {
  private static let begun = Date(timeIntervalSince1970: 1_755_259_200)

  private static func send(
    _ channels: [NotificationChannel], tries: Int = 1, devices: [String]? = nil, hasArrived: Bool = false
  ) -> Send {
    Send(
      id: 1, account: AccountID("ann"), source: "s", channels: channels, devices: devices, hasArrived: hasArrived,
      tries: tries, createdAt: begun)
  }

  private static func step(
    _ result: WayResult, _ send: Send, after seconds: Double = 0, pace: Double = 1
  ) -> (SendStep, Receipt?) {
    let (step, receipt) = SendStep.after(result, of: send, now: begun.addingTimeInterval(seconds), pace: pace)
    return (step, receipt)
  }

  @Test func `that arrived it is over`() {
    let (step, receipt) = Self.step(.arrived(left: []), Self.send([.push, .email], tries: 2))
    #expect(step == .end)
    #expect(receipt == Receipt(channel: .push, state: .delivered, reason: nil, tries: 2))
  }

  @Test func `that reached one device the others are tried again, and no other way follows`() {
    let (step, receipt) = Self.step(.arrived(left: ["b"]), Self.send([.push, .email]))
    guard case .again(let rest, let due) = step else { return #expect(Bool(false), "\(step)") }
    #expect(rest.devices == ["b"] && rest.hasArrived && due == Self.begun.addingTimeInterval(1))
    #expect(receipt?.state == .delivered)
    let (later, none) = Self.step(
      .later("503", seconds: nil, left: ["b"]), Self.send([.push, .email], tries: 5, devices: ["b"], hasArrived: true))
    #expect(later == .end && none == nil)
  }

  @Test(arguments: [(WayResult.absent, Receipt.State.absent), (.failed("gone"), .failed)])
  func `that cannot succeed the next way follows at once, and after the last nothing does`(
    result: WayResult, state: Receipt.State
  ) {
    let (step, receipt) = Self.step(result, Self.send([.push, .email], tries: 3))
    #expect(step == .next(Self.send([.email], tries: 1)))
    #expect(receipt?.state == state && receipt?.channel == .push)
    let (last, told) = Self.step(result, Self.send([.email]))
    #expect(last == .end && told?.channel == .email)
  }

  @Test(arguments: [(1, 1.0), (2, 2), (3, 4), (10, 512), (11, 600), (90, 600)])
  func `that failed it is tried again after a pause that grows`(tries: Int, pause: Double) {
    let (step, receipt) = Self.step(.later("503", seconds: nil, left: nil), Self.send([.push], tries: tries), pace: 3)
    #expect(step == .again(Self.send([.push], tries: tries), at: Self.begun.addingTimeInterval(pause * 3)))
    #expect(receipt == nil)
  }

  @Test func `that was asked to come back later it is not tried before`() {
    let (step, _) = Self.step(.later("429", seconds: 120, left: ["a"]), Self.send([.push]))
    #expect(step == .again(Self.send([.push], devices: ["a"]), at: Self.begun.addingTimeInterval(120)))
  }

  @Test func `that failed too often the next way follows within the minute`() {
    var (seconds, send) = (0.0, Self.send([.push, .email]))
    while case .again(var next, let due) = Self.step(.later("503", seconds: nil, left: nil), send, after: seconds).0 {
      seconds = due.timeIntervalSince(Self.begun)
      next.tries += 1
      send = next
    }
    #expect(send.tries == 5 && seconds == 15)
    #expect(Self.step(.later("503", seconds: nil, left: nil), send).0 == .next(Self.send([.email], tries: 1)))
  }

  @Test func `of what is a day old it is given up`() {
    let (step, receipt) = Self.step(.later("503", seconds: nil, left: nil), Self.send([.push], tries: 3), after: 86_400)
    #expect(step == .end && receipt == Receipt(channel: .push, state: .failed, reason: "503", tries: 3))
  }
}
