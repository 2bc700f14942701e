import FieldhouseKit
import FieldhouseRuntime
import FieldhouseStorage

/// Something worth telling the operator.
struct Finding: Sendable, Hashable {
  /// How bad it is.
  enum Severity: String, Sendable {
    case ok
    case warning
    case problem
  }

  let severity: Severity
  /// A stable name.
  let code: String
  /// A sentence, with the remedy where one is needed.
  let message: String

  var document: JSON {
    ["severity": .string(severity.rawValue), "code": .string(code), "message": .string(message)]
  }
  var text: String { "\(severity.rawValue.uppercased())  \(code): \(message)" }
}

extension Finding {
  /// From a look at a part of the host.
  init(_ part: String, _ health: Health) {
    let severity: Severity =
      switch health.state {
      case .ok: health.reason.isEmpty ? .ok : .warning
      case .degraded, .down: .problem
      @unknown default: .problem
      }
    let names = ["disk": "disk-space"]
    self.init(severity: severity, code: names[part] ?? part, message: health.detail.isEmpty ? "fine" : health.detail)
  }

  init(_ finding: StorageHealth.Finding) {
    let severity: Severity =
      switch finding.severity {
      case .information: .ok
      case .warning: .warning
      case .problem: .problem
      }
    self.init(severity: severity, code: finding.code, message: finding.message)
  }

  /// From a part as `/readyz?verbose` names it; nil for none.
  init?(ready part: JSON) {
    guard let name = part["part"]?.string, let state = part["state"]?.string.flatMap(Health.State.init) else {
      return nil
    }
    let health = Health(state, reason: part["detail"]?.string ?? "", remedy: part["remedy"]?.string ?? "")
    self.init(name, health)
  }
}

extension HostRecord {
  /// How the running host says that its parts are; nil when it does not say within three seconds.
  func parts() async -> [Finding]? {
    let request = LocalRequest(record: self, path: "/readyz?verbose")
    guard let body = await Bounded.run(.seconds(3), { await request.run() }) ?? nil,
      let parts = (try? JSON(parsing: body))?["parts"]?.array
    else { return nil }
    return parts.compactMap(Finding.init(ready:))
  }
}
