/// A shared library, read as a file: none of its code runs and nothing is linked.
///
/// Reads what the dynamic loader would read (program headers and dynamic section), not the section
/// headers, which may be stripped or wrong. Every access is checked: a damaged file is an ``ELFError``,
/// never a crash. Only 64-bit little-endian libraries for the expected machine are read further
/// than their header.
public struct ELFImage: Sendable {
  /// The processor the library is made for.
  public let machine: ELFMachine
  /// The name the library gives itself (`DT_SONAME`), if any.
  public let soname: String?
  /// The libraries it asks the loader for (`DT_NEEDED`), in its order.
  public let needed: [String]
  /// The JSON text of its `.note.package`, if any; decode it with ``PackageNote``.
  public let packageNoteText: String?

  private let symbols: ELFSymbolTable

  /// Reads a library from memory.
  ///
  /// - Parameters:
  ///   - bytes: the whole file; copied.
  ///   - machine: the machine the library must be made for.
  /// - Throws: ``ELFError`` with any reason but `unreadable`.
  public init(bytes: [UInt8], machine: ELFMachine = .host) throws(ELFError) {
    try self.init(ImageBytes(copying: bytes), machine)
  }

  /// Reads a library from a file, which is mapped read-only as long as the image lives.
  ///
  /// The file must not be shortened in place meanwhile; replacing it by rename is safe.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - machine: the machine the library must be made for.
  /// - Throws: ``ELFError``.
  public init(contentsOf path: String, machine: ELFMachine = .host) throws(ELFError) {
    try self.init(try ImageBytes(mapping: path), machine)
  }

  private init(_ bytes: ImageBytes, _ expected: ELFMachine) throws(ELFError) {
    let header = try ELFHeader(bytes, expecting: expected)
    let segments = try ELFSegment.all(in: bytes, header: header)
    let dynamic = try ELFDynamicSection(bytes, segments: segments)
    if dynamic.isExecutable {
      throw ELFError(
        .notSharedLibrary, "The file is an executable, not a shared library.", remedy: "Link it with -shared.")
    }
    let strings = try ELFStringTable(bytes, dynamic: dynamic, segments: segments)
    machine = header.machine
    soname = try Self.name(dynamic.nameOffset, in: strings)
    needed = try Self.names(dynamic.neededNames, in: strings)
    symbols = try ELFSymbolTable(bytes, dynamic: dynamic, segments: segments, strings: strings)
    packageNoteText = try ELFNotes.packageText(bytes, segments: segments)
  }

  /// True when the library itself defines and exports the symbol, as code or data.
  public func definesSymbol(_ name: String) -> Bool {
    let wanted = Array(name.utf8)
    return firstDefinedSymbol { found, _ in found.elementsEqual(wanted) } != nil
  }

  /// True when the library itself defines and exports a function of this name.
  public func definesFunction(_ name: String) -> Bool {
    let wanted = Array(name.utf8)
    return firstDefinedSymbol { found, isFunction in isFunction && found.elementsEqual(wanted) } != nil
  }

  func firstDefinedSymbol(where matches: (UnsafeRawBufferPointer, Bool) -> Bool) -> String? {
    symbols.firstDefined(where: matches)
  }

  private static func name(_ offset: UInt64?, in strings: ELFStringTable) throws(ELFError) -> String? {
    guard let offset else { return nil }
    return try strings.text(at: offset)
  }

  private static func names(_ offsets: [UInt64], in strings: ELFStringTable) throws(ELFError) -> [String] {
    var names: [String] = []
    for offset in offsets { names.append(try strings.text(at: offset)) }
    return names
  }
}
