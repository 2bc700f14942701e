/// How a library is linked with a Swift module that must exist once per process.
public enum SwiftModuleLinkage: Hashable, Sendable {
  /// It asks the loader for the module's library and defines none of its types.
  case shared
  /// It defines types of the module itself; `symbol` is the proof found first.
  case ownCopy(symbol: String)
  /// It neither asks for the module's library nor shows types of it: a hidden copy, or no use of it.
  case absent
}

extension ELFImage {
  /// How the library is linked with a Swift module whose library is `lib<module>.so`.
  ///
  /// A copy shows itself by descriptors of the module's own top-level types: structures, enumerations and
  /// classes (`…Mn`) and protocols (`…Mp`). Extensions, conformances and specialisations that a plugin adds to the
  /// module's types also begin with the module's name, but carry the plugin's name too, and are
  /// not counted.
  ///
  /// - Parameter module: the module, such as `FieldhouseKit`.
  public func linkage(withSwiftModule module: String) -> SwiftModuleLinkage {
    let prefix = Array("$s\(module.utf8.count)\(module)".utf8)
    let proof = firstDefinedSymbol { name, _ in
      name.starts(with: prefix) && TypeDescriptorSuffix.matches(name.dropFirst(prefix.count))
    }
    if let proof { return .ownCopy(symbol: proof) }
    return needed.contains("lib\(module).so") ? .shared : .absent
  }
}

/// The rest of a mangled descriptor symbol after its module: one identifier, then the kind of descriptor.
private enum TypeDescriptorSuffix {
  private static let endings: [[UInt8]] = ["VMn", "OMn", "CMn", "Mp"].map { Array($0.utf8) }

  static func matches(_ suffix: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let ending = afterIdentifier(suffix) else { return false }
    return endings.contains { ending.elementsEqual($0) }
  }

  /// What follows an identifier written as its length in decimal and its bytes.
  private static func afterIdentifier(_ suffix: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer>? {
    let digits = suffix.prefix { (48...57).contains($0) }
    guard digits.count <= 3, let length = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    let rest = suffix.dropFirst(digits.count)
    return length > 0 && length < rest.count ? rest.dropFirst(length) : nil
  }
}
