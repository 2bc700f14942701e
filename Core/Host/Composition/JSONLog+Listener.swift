import FieldhouseHTTP
import FieldhouseKit
import FieldhouseRuntime

extension JSONLog {
  /// Writes what the listener reports.
  func write(_ event: ListenerEvent, bound: @Sendable (String) -> Void) {
    switch event {
    case .bound: bound(event.boundAddress ?? "unknown")
    case .refused(let fault, _): debug("request refused", ["code": fault.code])
    case .unknownProxy(let peer):
      warning(
        "A proxy says for whom it asks and is not believed: all its clients count as one. List it in trustedProxies.",
        ["peer": peer])
    case .responderFailed(let error, _): self.error("request failed", ["cause": "\(error)"])
    case .cut(let reason, _): debug("connection cut", ["reason": reason.rawValue])
    case .draining(let connections): info("draining", ["connections": "\(connections)"])
    case .stoppedAccepting: info("no longer accepting")
    case .drained(let cut): info("drained", ["cut": "\(cut)"])
    }
  }
}
