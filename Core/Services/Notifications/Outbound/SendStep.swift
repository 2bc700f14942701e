internal import Foundation

/// What came of an attempt by the present way.
enum WayResult: Sendable, Hashable {
  /// It has arrived; of several devices those are left that are to be tried again.
  case arrived(left: [String])
  /// The person has nothing that it could go to.
  case absent
  /// It will never be taken.
  case failed(String)
  /// It is to be tried again, not before so many seconds where the other side said so; `left` are the devices that it has not
  /// reached.
  case later(String, seconds: Int?, left: [String]?)
}

/// What is to be done next, by what came of an attempt.
enum SendStep: Sendable, Hashable {
  /// It is over.
  case end
  /// The same way again.
  case again(Send, at: Date)
  /// The next way, at once.
  case next(Send)

  /// The step after an attempt, with what is to be told of it to whoever sent it.
  /// - Parameter pace: how many seconds the host's clock makes in one.
  static func after(
    _ result: WayResult, of send: Send, now: Date, pace: Double
  ) -> (step: SendStep, receipt: Receipt?) {
    let way = send.channels[0]
    func receipt(_ state: Receipt.State, _ reason: String? = nil) -> Receipt? {
      // Once it has reached a device, no other one takes that back.
      send.hasArrived ? nil : Receipt(channel: way, state: state, reason: reason, tries: send.tries)
    }
    switch result {
    case .arrived(let left):
      var rest = send
      (rest.devices, rest.hasArrived) = (left, true)
      let mayGoOn = !left.isEmpty && send.tries < RetryRule.tries(hasNext: true)
      return (mayGoOn ? .again(rest, at: due(send, nil, now, pace)) : .end, receipt(.delivered))
    case .absent: return (goOn(send), receipt(.absent))
    case .failed(let reason): return (goOn(send), receipt(.failed, reason))
    case .later(let reason, let seconds, let left):
      let isOld = now.timeIntervalSince(send.createdAt) >= Double(RetryRule.age) * pace
      let hasNext = send.channels.count > 1 || send.hasArrived
      if isOld || send.tries >= RetryRule.tries(hasNext: hasNext) { return (goOn(send), receipt(.failed, reason)) }
      var rest = send
      rest.devices = left ?? send.devices
      return (.again(rest, at: due(send, seconds, now, pace)), nil)
    }
  }

  private static func due(_ send: Send, _ seconds: Int?, _ now: Date, _ pace: Double) -> Date {
    now.addingTimeInterval(Double(max(RetryRule.pause(after: send.tries), seconds ?? 0)) * pace)
  }

  private static func goOn(_ send: Send) -> SendStep {
    guard !send.hasArrived, send.channels.count > 1 else { return .end }
    var next = send
    next.advance()
    return .next(next)
  }
}
