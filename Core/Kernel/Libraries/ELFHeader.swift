/// The checked fields of the ELF file header of a 64-bit little-endian shared library.
struct ELFHeader {
  /// `e_ident` values and offsets of the fields read here, after the ELF-64 specification.
  private enum Field {
    static let signature: UInt32 = 0x464c_457f
    static let wordSize: UInt64 = 4
    static let byteOrder: UInt64 = 5
    static let type: UInt64 = 16
    static let machine: UInt64 = 18
    static let segmentTable: UInt64 = 32
    static let segmentSize: UInt64 = 54
    static let segmentCount: UInt64 = 56
    static let sharedObject: UInt16 = 3
  }

  let machine: ELFMachine
  let segmentTableOffset: UInt64
  let segmentCount: UInt16

  /// Reads and checks the header in the order signature, word size and byte order, machine, type.
  init(_ bytes: ImageBytes, expecting expected: ELFMachine) throws(ELFError) {
    try Self.checkIdentity(bytes, expected)
    machine = ELFMachine(rawValue: try bytes.number(at: Field.machine, in: "file header"))
    guard machine == expected else {
      throw .wrongArchitecture(found: "\(machine)", expected: "\(expected)")
    }
    try Self.checkType(try bytes.number(at: Field.type, in: "file header"))
    segmentTableOffset = try bytes.number(at: Field.segmentTable, in: "file header")
    segmentCount = try bytes.number(at: Field.segmentCount, in: "file header")
    let size: UInt16 = try bytes.number(at: Field.segmentSize, in: "file header")
    guard size == ELFSegment.size else { throw .malformed("A program header has \(size) bytes instead of 56") }
  }

  private static func checkIdentity(_ bytes: ImageBytes, _ expected: ELFMachine) throws(ELFError) {
    guard let signature = try? bytes.number(at: 0, as: UInt32.self, in: "signature"), signature == Field.signature
    else {
      throw ELFError(.notELF, "The file is no ELF library.", remedy: "Name the .so file that the linker wrote.")
    }
    let wordSize: UInt8 = try bytes.number(at: Field.wordSize, in: "file header")
    let byteOrder: UInt8 = try bytes.number(at: Field.byteOrder, in: "file header")
    guard wordSize == 2, byteOrder == 1 else {
      let found = "a \(wordSize == 2 ? "64-bit" : "32-bit") \(byteOrder == 1 ? "little" : "big")-endian machine"
      throw .wrongArchitecture(found: found, expected: "\(expected)")
    }
  }

  private static func checkType(_ type: UInt16) throws(ELFError) {
    guard type == Field.sharedObject else { throw notSharedLibrary(type) }
  }

  private static func notSharedLibrary(_ type: UInt16) -> ELFError {
    let found =
      switch type {
      case 1: "an object file"
      case 2: "an executable"
      case 4: "a core dump"
      default: "ELF type \(type)"
      }
    return ELFError(.notSharedLibrary, "The file is \(found), not a shared library.", remedy: "Link it with -shared.")
  }
}
