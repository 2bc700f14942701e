/// The prepared statements of one connection: those of plugins by text, at most 256, the host's by identity.
struct StatementCache {
  private var byText: [String: SQLiteStatement] = [:]
  private var ofHost: [ObjectIdentifier: SQLiteStatement] = [:]
  private var uses = 0
  private let limit = 256

  mutating func find(_ text: String, as authority: Authority) -> SQLiteStatement? {
    guard let statement = byText[text], statement.authority == authority else { return nil }
    uses += 1
    statement.lastUse = uses
    return statement
  }

  mutating func add(_ text: String, _ statement: SQLiteStatement) {
    if byText.count >= limit, let oldest = byText.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      byText[oldest.key] = nil
    }
    uses += 1
    statement.lastUse = uses
    byText[text] = statement
  }

  func find(_ statement: HostStatement) -> SQLiteStatement? { ofHost[ObjectIdentifier(statement)] }

  mutating func add(_ statement: HostStatement, _ prepared: SQLiteStatement) {
    ofHost[ObjectIdentifier(statement)] = prepared
  }

  mutating func removeAll() {
    byText = [:]
    ofHost = [:]
  }
}
