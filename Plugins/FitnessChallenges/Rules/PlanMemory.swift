import Synchronization

/// The rules of challenges as they were read last: those of a challenge never change, and are asked for with every entry.
enum PlanMemory {
  /// How many are remembered at most; when there are more, all are forgotten.
  static let most = 500

  private static let kept = Mutex<[String: Plan]>([:])

  /// The rules that a text says.
  /// - Throws: `DecodingError` when it is something else; ``FormulaMistake`` of the first formula that is none.
  static func plan(_ text: String) throws -> Plan {
    if let known = kept.withLock({ $0[text] }) { return known }
    let plan = try Plan(JSONText.decode(text))
    kept.withLock { kept in
      if kept.count >= most { kept.removeAll() }
      kept[text] = plan
    }
    return plan
  }
}
