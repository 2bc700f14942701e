internal import CFFI
internal import FieldhouseKit

/// libffi's description of a C function, prepared once and only read by calls.
final class RuleCallInterface: @unchecked Sendable {
  private let description: UnsafeMutablePointer<ffi_cif>
  private let types: UnsafeMutableBufferPointer<UnsafeMutablePointer<ffi_type>?>

  /// The number of C parameters, buffers included.
  var argumentCount: Int { types.count }

  init(_ signature: RuleSignature) throws(RuleError) {
    try signature.checkLimits()
    let arguments = signature.parameters.flatMap(\.ffiParameters) + signature.result.ffiResultParameters
    types = .allocate(capacity: arguments.count)
    _ = types.initialize(from: arguments)
    description = .allocate(capacity: 1)
    description.initialize(to: ffi_cif())
    let result = signature.result == .double ? cffi_type_double() : cffi_type_int64()
    guard cffi_prepare(description, UInt32(types.count), result, types.baseAddress) == 0 else {
      throw RuleError(
        .declarationInvalid, "libffi refuses the signature on this machine.", remedy: "Use simpler types.")
    }
  }

  deinit {
    description.deallocate()
    types.deallocate()
  }

  /// Calls the function and returns the eight bytes of its result.
  func call(_ symbol: UnsafeMutableRawPointer, _ frame: borrowing RuleCallFrame) -> UInt64 {
    var result: UInt64 = 0
    cffi_call(description, symbol, &result, frame.addresses)
    return result
  }
}

extension RuleType {
  fileprivate var ffiParameters: [UnsafeMutablePointer<ffi_type>?] {
    switch self {
    case .int64: [cffi_type_int64()]
    case .double: [cffi_type_double()]
    case .string: [cffi_type_pointer()]
    case .int64Array, .doubleArray, .stringArray: [cffi_type_pointer(), cffi_type_int64()]
    }
  }

  fileprivate var ffiResultParameters: [UnsafeMutablePointer<ffi_type>?] {
    needsBuffer ? [cffi_type_pointer(), cffi_type_int64(), cffi_type_pointer()] : []
  }
}
