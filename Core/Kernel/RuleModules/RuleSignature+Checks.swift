internal import FieldhouseKit

extension RuleSignature {
  /// Refuses what breaks the limits of ``RuleLimit``.
  func checkLimits() throws(RuleError) {
    guard parameters.count <= RuleLimit.parameters else {
      throw RuleError(
        .declarationInvalid, "\(parameters.count) parameters are declared, at most 32 are possible.",
        remedy: "Use arrays.")
    }
    guard (1...RuleLimit.elements).contains(resultCapacity) else {
      throw RuleError(.declarationInvalid, "The capacity is \(resultCapacity).", remedy: "Give 1 to 65536.")
    }
  }

  /// Refuses arguments that do not fit the declared parameters.
  func check(_ arguments: [RuleValue]) throws(RuleError) {
    guard arguments.count == parameters.count else {
      throw RuleError(
        .argumentCount, "\(arguments.count) arguments were given, \(parameters.count) are declared.",
        remedy: "Give one for each.")
    }
    for index in arguments.indices {
      let (argument, type) = (arguments[index], parameters[index])
      guard argument.type == type else { throw Self.wrongType(index, argument, type) }
      if let fault = argument.fault { throw Self.invalid(index, fault) }
    }
  }

  private static func wrongType(_ index: Int, _ argument: RuleValue, _ type: RuleType) -> RuleError {
    RuleError(
      .argumentType,
      "Argument \(index + 1) is \(argument.text) (\(argument.type.rawValue)), declared is \(type.rawValue).",
      remedy: "Give such a value."
    )
  }

  private static func invalid(_ index: Int, _ fault: String) -> RuleError {
    RuleError(.argumentInvalid, "Argument \(index + 1) \(fault).", remedy: "Give a value within the limits.")
  }
}

extension RuleValue {
  /// What keeps the value from crossing the border, or nil.
  var fault: String? {
    switch self {
    case .integer: nil
    case .double(let value): value.isFinite ? nil : "is not a finite number"
    case .string(let text): text.fault
    case .integers(let values): Self.countFault(values.count)
    case .doubles(let values):
      Self.countFault(values.count) ?? (values.allSatisfy(\.isFinite) ? nil : "holds a number that is not finite")
    case .strings(let texts): Self.countFault(texts.count) ?? texts.lazy.compactMap(\.fault).first
    }
  }

  private static func countFault(_ count: Int) -> String? {
    count <= RuleLimit.elements ? nil : "has \(count) elements, at most 65536 are possible"
  }
}

extension String {
  fileprivate var fault: String? {
    if utf8.count > RuleLimit.stringBytes { return "has \(utf8.count) bytes of text, at most 65536 are possible" }
    return utf8.contains(0) ? "has a NUL in its text" : nil
  }
}
