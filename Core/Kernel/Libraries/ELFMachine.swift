/// The processor a library is made for (`e_machine` of the ELF header).
public struct ELFMachine: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number in the ELF header.
  public let rawValue: UInt16

  /// The machine with the given ELF number.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// 64-bit x86, also called x86_64.
  public static let amd64 = ELFMachine(rawValue: 62)
  /// 64-bit ARM.
  public static let aarch64 = ELFMachine(rawValue: 183)
  /// 64-bit RISC-V (the ELF number is shared with the 32-bit variant).
  public static let riscv = ELFMachine(rawValue: 243)

  /// The machine this process was compiled for.
  public static var host: ELFMachine {
    #if arch(x86_64)
      .amd64
    #elseif arch(arm64)
      .aarch64
    #else
      .riscv
    #endif
  }

  /// The usual name, or the ELF number of a machine that has none here.
  public var description: String {
    switch rawValue {
    case 3: "i386"
    case 40: "arm"
    case Self.amd64.rawValue: "x86_64"
    case Self.aarch64.rawValue: "aarch64"
    case Self.riscv.rawValue: "riscv"
    default: "ELF machine \(rawValue)"
    }
  }
}
