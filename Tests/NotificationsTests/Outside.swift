import FieldhouseKit
import FieldhouseNotifications
import Foundation
import Synchronization

/// The outside world: push services and gateways that take everything unless told otherwise, and people whom everything reaches.
final class Outside: OutgoingHTTP, Recipients {
  struct Refusal: Error {}

  private struct State {
    var requests: [OutgoingRequest] = []
    var messages: [String] = []
    var ids: [String] = []
    var answers: [String: [Result<OutgoingResponse, OutgoingError>]] = [:]
    var reaches: [String: Reach?] = [:]
    var isClosed = false
    var meanwhile: (@Sendable () async throws -> Void)?
  }
  private let state = Mutex(State())

  /// What push services got.
  var requests: [OutgoingRequest] { state.withLock { $0.requests } }
  /// The addresses that push services got something for.
  var pushed: [String] { requests.map { String($0.url.dropFirst("https://push.example/".count)) } }
  /// What gateways took, as `channel address: text`.
  var messages: [String] { state.withLock { $0.messages } }
  /// The ids of what gateways took or refused.
  var ids: [String] { state.withLock { $0.ids } }

  /// Has the push service of a device answer with statuses, one after the other; 201 behind the last.
  func answer(_ device: String, _ statuses: Int..., headers: [String: String] = [:]) {
    let answers = statuses.map { status -> Result<OutgoingResponse, OutgoingError> in
      status == 0
        ? .failure(OutgoingError(code: "http-timeout", message: "No answer within 10 s."))
        : .success(OutgoingResponse(status: status, headers: headers, body: []))
    }
    state.withLock { $0.answers[device] = answers }
  }

  /// Has gateways refuse everything, or no more.
  func close(_ isClosed: Bool = true) { state.withLock { $0.isClosed = isClosed } }

  /// Has something happen while the next message is on its way to a push service, before any other is.
  func meanwhile(_ body: @escaping @Sendable () async throws -> Void) { state.withLock { $0.meanwhile = body } }

  /// Says how somebody is reached; nil for somebody who is not there any more.
  func know(_ person: String, _ reach: Reach?) { state.withLock { $0.reaches[person] = .some(reach) } }

  func send(_ request: OutgoingRequest) async throws -> OutgoingResponse {
    let device = String(request.url.dropFirst("https://push.example/".count))
    let work = state.withLock { state in
      defer { state.meanwhile = nil }
      return state.meanwhile
    }
    try? await work?()
    let answer = state.withLock { state -> Result<OutgoingResponse, OutgoingError> in
      state.requests.append(request)
      guard state.answers[device]?.isEmpty == false else {
        return .success(OutgoingResponse(status: 201, headers: [:], body: []))
      }
      return state.answers[device]!.removeFirst()
    }
    return try answer.get()
  }

  func reach(of account: AccountID) async throws -> Reach? {
    state.withLock { $0.reaches[account.text] } ?? Reach(account: account, sessions: ["s"])
  }

  func send(_ message: WrittenMessage, to reach: Reach, id: String) async throws {
    let address = message.channel == .email ? reach.email : reach.phone
    let isClosed = state.withLock { state in
      state.ids.append(id)
      if !state.isClosed {
        state.messages.append(
          "\(message.channel) \(address ?? "?"): \(message.title) | \(message.text) | \(message.path)")
      }
      return state.isClosed
    }
    if isClosed { throw Refusal() }
  }
}
