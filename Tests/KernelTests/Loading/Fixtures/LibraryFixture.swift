import Foundation

/// Libraries that are compiled once for all tests; variants are made by patching bytes.
struct LibraryFixture: Sendable {
  /// The id in the note, long enough to be replaced by any other.
  private static let placeholder = "placeholder-for-an-id-of-any-length"
  static let note =
    #"{"type":"fieldhouse-plugin","id":"\#(placeholder)","kit":"1.0.0","swift":"\#(swift)"}"#
  static let swift: String = {
    #if compiler(>=6.5)
      "6.5"
    #elseif compiler(>=6.4)
      "6.4"
    #else
      "6.3"
    #endif
  }()

  /// Entry points that work (`fixture_a` …) and that do not (`fixture_trap` …).
  static let plugin = Self {
    try compileSwift("Fixture", swiftSource, Toolchain.linking(note: note))
  }
  /// Ends the process while it is loaded.
  static let trapAtLoad = Self {
    try compileC(
      """
      __attribute__((constructor)) static void trap_at_load(void) { __builtin_trap(); }
      void *fixture_e(void) { return 0; }
      """, Toolchain.linking(note: note))
  }
  /// Needs a function that nothing offers.
  static let missingSymbol = Self {
    try compileC(
      "void *fixture_absent_function(void);\nvoid *fixture_e(void) { return fixture_absent_function(); }",
      Toolchain.linking(note: note))
  }
  /// Has a note, but does not know Kit.
  static let withoutKit = Self {
    try compileC("void *fixture_e(void) { return 0; }", ["-Xlinker", "--package-metadata=\(note)"])
  }
  /// Has no note.
  static let withoutNote = Self {
    try compileC("void *fixture_e(void) { return 0; }", Toolchain.linking(note: nil))
  }
  /// Defines types of a module of Kit's name.
  static let ownKit = Self {
    try compileSwift(
      "FieldhouseKit",
      """
      public struct Copy { public var value = 1 }
      @c(fixture_e) public func fixtureE() -> UnsafeMutableRawPointer? { nil }
      """, ["-Xlinker", "--package-metadata=\(note)"])
  }
  /// Rule functions.
  static let rules = Self {
    try compileC(
      """
      #include <stdint.h>
      #include <stdlib.h>
      int64_t sum(const int64_t *values, int64_t count) {
        int64_t total = 0;
        for (int64_t i = 0; i < count; i++) total += values[i];
        return total;
      }
      int64_t narrow(int32_t value) { return value; }
      int64_t trap(int64_t value) { abort(); }
      """, [])
  }

  let bytes: [UInt8]

  private init(_ compile: () throws -> String) {
    do {
      bytes = Array(try Data(contentsOf: URL(fileURLWithPath: compile())))
    } catch {
      preconditionFailure("A fixture cannot be compiled: \(error)")
    }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The library with another id in its note.
  func owned(by id: String) -> LibraryFixture {
    let text = "\"\(id)\""
    let width = Self.placeholder.utf8.count + 2
    return patched("\"\(Self.placeholder)\"", text + String(repeating: " ", count: width - text.utf8.count))
  }

  /// The library with a text replaced by one of the same length.
  func patched(_ old: String, _ new: String) -> LibraryFixture {
    precondition(old.utf8.count == new.utf8.count)
    var bytes = bytes
    guard let range = bytes.firstRange(of: Array(old.utf8)) else { preconditionFailure("no \(old) in the library") }
    bytes.replaceSubrange(range, with: Array(new.utf8))
    return LibraryFixture(bytes: bytes)
  }

  /// The library with one byte replaced.
  func patched(at offset: Int, _ byte: UInt8) -> LibraryFixture {
    var bytes = bytes
    bytes[offset] = byte
    return LibraryFixture(bytes: bytes)
  }

  private static func compileC(_ source: String, _ options: [String]) throws -> String {
    let folder = try ScratchFolder()
    let output = "\(folder.path)/library.so"
    let source = try folder.write("source.c", source.utf8)
    try Toolchain.run(["cc", "-O1", "-shared", "-fPIC", "-o", output, source] + options)
    return output
  }

  private static func compileSwift(_ module: String, _ source: String, _ options: [String]) throws -> String {
    let folder = try ScratchFolder()
    let output = "\(folder.path)/library.so"
    let source = try folder.write("source.swift", source.utf8)
    let modules = module == "FieldhouseKit" ? [] : ["-I", "\(Toolchain.products)/Modules"]
    try Toolchain.run(
      ["swiftc", "-emit-library", "-parse-as-library", "-swift-version", "6", "-module-name", module, source]
        + ["-o", output] + modules + options)
    return output
  }

  private static let swiftSource = """
    import FieldhouseKit
    import Glibc

    struct Fixture: Plugin {
      init(host: PluginHost) throws {}
      func routes(_ routes: inout Routes) {
        routes.get("/names", "Names", access: .everyone) { (_: NoInput, _) in NoContent() }
      }
    }

    @c(fixture_a) public func fixtureA() -> UnsafeMutableRawPointer? { PluginEntry.export(Fixture.self) }
    @c(fixture_b) public func fixtureB() -> UnsafeMutableRawPointer? { PluginEntry.export(Fixture.self) }
    @c(fixture_c) public func fixtureC() -> UnsafeMutableRawPointer? { PluginEntry.export(Fixture.self) }
    @c(fixture_d) public func fixtureD() -> UnsafeMutableRawPointer? { PluginEntry.export(Fixture.self) }
    @c(fixture_f) public func fixtureF() -> UnsafeMutableRawPointer? { PluginEntry.export(Fixture.self) }
    @c(fixture_contract) public func contract() -> UnsafeMutableRawPointer? {
      PluginEntry.export(Fixture.self, contract: 99)
    }
    @c(fixture_empty) public func empty() -> UnsafeMutableRawPointer? { nil }
    @c(fixture_trap) public func trap() -> UnsafeMutableRawPointer? {
      let none: [Int] = []
      return UnsafeMutableRawPointer(bitPattern: none[Int(getpid())])
    }
    @c(fixture_garbage) public func garbage() -> Int { 4096 }
    final class Stranger {}
    @c(fixture_stranger) public func stranger() -> UnsafeMutableRawPointer? {
      Unmanaged.passRetained(Stranger()).toOpaque()
    }
    @c(fixture_exit) public func leave() -> UnsafeMutableRawPointer? { exit(3) }
    @c(fixture_hang) public func hang() -> UnsafeMutableRawPointer? { while true { sleep(1) } }
    """
}
