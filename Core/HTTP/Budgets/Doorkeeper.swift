import NIOHTTP1
import Synchronization

/// A connection that was let in: its other end, and by what it is counted.
struct Admission: Sendable {
  /// The address of the other end; nil for a Unix socket.
  let peer: IPAddress?
  let use: ClientUse
  let standing: Budgets.Standing
}

/// Lets connections and requests in as far as the budgets go, and finds out whom they come from.
final class Doorkeeper: Sendable {
  /// Connections that are closed at a time when all are taken: each look for them costs a look at all.
  private static let roomMade = 16

  let budgets: Budgets
  private let proxies: TrustedProxies
  private let events: @Sendable (ListenerEvent) -> Void
  private let hasWarned = Atomic(false)

  init(_ configuration: ListenerConfiguration) {
    budgets = Budgets(configuration.limits)
    proxies = configuration.trustedProxies
    events = configuration.events
  }

  /// Lets a connection in; to be given back with ``leave(_:)``.
  ///
  /// - Parameter close: Closes some connections of a client that wait for a request.
  /// - Throws: The fault to answer instead.
  func admit(
    _ peer: IPAddress?, closing close: (_ client: ClientUse, _ count: Int) -> Void
  ) throws(ListenerFault) -> Admission {
    let use = budgets.clients.hold(ClientKey(peer), isProxy: proxies.contains(peer: peer))
    do throws(ListenerFault) {
      let standing = try budgets.enter(use) {
        if let greediest = budgets.clients.greediest { close(greediest, Self.roomMade) }
      }
      return Admission(peer: peer, use: use, standing: standing)
    } catch {
      budgets.clients.release(use)
      throw error
    }
  }

  func leave(_ admission: Admission) {
    budgets.leave(admission.use, admission.standing)
    budgets.clients.release(admission.use)
  }

  /// The client of a request with `Forwarded` or `X-Forwarded-…` fields; to be given back with ``release(_:)`` when it is
  /// not the connection's own.
  ///
  /// - Throws: ``ListenerFault/forwardedInvalid`` or ``ListenerFault/forwardedContradictory``.
  func client(
    behind own: RequestClient, _ admission: Admission, _ headers: HTTPHeaders
  ) throws(ListenerFault) -> RequestClient {
    guard admission.use.isProxy else {
      warn(of: admission)
      return own
    }
    let said = try ForwardedClient(headers, proxies)
    let use = budgets.clients.hold(said.hop.map(ClientKey.init) ?? admission.use.key, isProxy: said.hop == nil)
    return RequestClient(
      text: said.hop?.text ?? own.text, isSecure: said.isSecure ?? false, host: said.host, use: use,
      loop: own.loop)
  }

  func release(_ client: RequestClient) { budgets.clients.release(client.use) }

  /// Tells the operator once that there is a proxy whose words are not believed.
  private func warn(of admission: Admission) {
    guard admission.peer?.isPrivate ?? true, !hasWarned.load(ordering: .relaxed),
      !hasWarned.exchange(true, ordering: .relaxed)
    else { return }
    events(.unknownProxy(admission.peer?.text ?? "unix"))
  }
}
