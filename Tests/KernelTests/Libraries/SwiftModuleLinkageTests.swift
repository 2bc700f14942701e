import FieldhouseKernel
import Testing

@Suite("Finding an own copy of Kit in a plugin")
struct SwiftModuleLinkageTests {
  /// A library that defines the given symbols and, if told so, asks for Kit's library.
  private func linkage(defining symbols: [String], needsKit: Bool) throws -> SwiftModuleLinkage {
    let source = symbols.enumerated().map { "int symbol\($0)[2] __asm__(\"\($1)\") = {1};" }.joined(separator: "\n")
    let kit = try CompiledLibrary("int kit;", options: ["-shared", "-fPIC", "-Wl,-soname,libFieldhouseKit.so"])
    let options = ["-shared", "-fPIC"] + (needsKit ? ["-Wl,--no-as-needed", kit.path] : [])
    let image = try ELFImage(contentsOf: CompiledLibrary(source, options: options).path)
    return image.linkage(withSwiftModule: "FieldhouseKit")
  }

  @Test(arguments: [
    "$s13FieldhouseKit5MoneyVMn", "$s13FieldhouseKit5StateOMn", "$s13FieldhouseKit5ActorCMn",
    "$s13FieldhouseKit6PluginMp",
  ])
  func `a descriptor of Kit's own type proves a copy, even beside the shared library`(symbol: String) throws {
    #expect(try linkage(defining: [symbol], needsKit: true) == .ownCopy(symbol: symbol))
    #expect(try linkage(defining: [symbol], needsKit: false) == .ownCopy(symbol: symbol))
  }

  @Test func `extensions, conformances and nested types of the plugin prove nothing`() throws {
    let legitimate = [
      "$s13FieldhouseKit5MoneyV7SoccerE6doubleSiyF", "$s13FieldhouseKit5MoneyV7SoccerE6NestedVMn",
      "$s13FieldhouseKit5MoneyV7Soccer9PrintableADMc", "$s7Soccer6PluginV13FieldhouseKit0B0AAMc",
      "$s7Soccer5MatchVMn", "$s13FieldhouseKitMXM",
    ]
    #expect(try linkage(defining: legitimate, needsKit: true) == .shared)
  }

  @Test func `a library that neither needs nor shows Kit has no visible link to it`() throws {
    #expect(try linkage(defining: ["$s7Soccer5MatchVMn"], needsKit: false) == .absent)
  }
}
