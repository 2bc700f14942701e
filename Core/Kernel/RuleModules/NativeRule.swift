public import FieldhouseKit

/// A C function of a rule module, ready to be called.
///
/// Preparation happens once; a call with numbers alone costs well under a microsecond. Calls may run in parallel.
public final class NativeRule: RuleFunction, @unchecked Sendable {
  /// What the function was declared as.
  public let declaration: RuleDeclaration
  private let interface: RuleCallInterface
  private let symbol: UnsafeMutableRawPointer

  init(_ declaration: RuleDeclaration, symbol: UnsafeMutableRawPointer) throws(RuleError) {
    self.declaration = declaration
    self.symbol = symbol
    interface = try RuleCallInterface(declaration.signature)
  }

  /// Calls the function.
  ///
  /// libffi cannot check the C side: a wrong declaration shows only in self-tests, which therefore run in
  /// a process of their own before the first call here.
  ///
  /// - Parameter arguments: one value for each declared parameter, of exactly its type.
  /// - Throws: `RuleError` with the code of ``RuleFault/argumentCount``, `argumentType`, `argumentInvalid`, `callFailed`,
  ///   `resultInvalid` or `resultOverrun`. Numbers that are not finite are refused in both directions.
  public func call(_ arguments: [RuleValue]) throws(RuleError) -> RuleValue {
    let signature = declaration.signature
    try signature.check(arguments)
    var frame = RuleCallFrame(capacity: interface.argumentCount)
    for argument in arguments { frame.append(argument) }
    switch signature.result {
    case .int64: return .integer(Int64(bitPattern: interface.call(symbol, frame)))
    case .double: return .double(try finite(Double(bitPattern: interface.call(symbol, frame))))
    default: return try buffered(&frame)
    }
  }

  private func finite(_ value: Double) throws(RuleError) -> Double {
    guard value.isFinite else { throw .result("it is not a finite number") }
    return value
  }

  private func buffered(_ frame: inout RuleCallFrame) throws(RuleError) -> RuleValue {
    let buffer = RuleResultBuffer(declaration.signature)
    buffer.append(to: &frame)
    let status = Int64(bitPattern: interface.call(symbol, frame))
    guard status == 0 else {
      throw RuleError(
        .callFailed, "\(declaration.symbol) returned status \(status) instead of 0.",
        remedy: "See what the module says of it.")
    }
    return try buffer.value()
  }
}
