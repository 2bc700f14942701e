import FieldhouseKit

extension IdempotentCall {
  /// Answers that hold secrets are never kept.
  static let refused = Problem.badRequest(
    "idempotency-key-refused", "The answer of this route is never stored; leave the Idempotency-Key out.")

  /// The key of a request, nil when it has none.
  /// - Throws: ``Problem`` 400 `idempotency-key-malformed`.
  init?(_ request: ServerRequest, name: String, raw: RawRequest, call: Call) throws {
    guard let key = request.header(.idempotencyKey) else { return nil }
    guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Problem.badRequest(
        "idempotency-key-malformed", "The Idempotency-Key must have 1 to 255 visible ASCII characters.")
    }
    let parameters = raw.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    self.init(
      caller: call.principal?.account.id.text ?? "", route: name, key: key,
      fingerprint: Fingerprint.of([name] + parameters + ["?" + (raw.query ?? "")], raw.body))
  }
}

/// A digest that tells inputs apart. It guards against mistakes of a client, not against attacks: the key is the
/// client's own.
enum Fingerprint {
  /// The 64-bit FNV-1a hash of the parts (Fowler, Noll, Vo; offset basis 14695981039346656037, prime 1099511628211).
  static func of(_ texts: [String], _ body: [UInt8]) -> String {
    var hash: UInt64 = 14_695_981_039_346_656_037
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
    for text in texts {
      text.utf8.forEach(add)
      add(0)
    }
    body.forEach(add)
    return String(hash, radix: 16) + "-" + String(body.count)
  }
}
