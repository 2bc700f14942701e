import FieldhouseKit

extension HostResponder {
  /// Health checks and operators are answered when everyone else is turned away.
  public func mayUseReserve(_ request: ServerRequest) async -> Bool {
    switch request.target.prefix(while: { $0 != "?" }) {
    case "/livez", "/readyz", "/metrics": return true
    default: return await isOperator(request)
    }
  }

  /// Whether it comes from somebody for whom something is kept back.
  func isOperator(_ request: ServerRequest) async -> Bool {
    guard let token = credential(of: request).token else { return false }
    return (try? await services.authenticate(token))?.mayUseReserve ?? false
  }
}

extension Principal {
  /// Whether what is kept back for those who mend the host is for this one.
  var mayUseReserve: Bool { isOperator || roles.contains("super-admin") }
}
