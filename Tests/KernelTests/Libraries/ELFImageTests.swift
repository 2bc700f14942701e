import FieldhouseKernel
import Testing

@Suite("Reading a library's ELF file")
struct ELFImageTests {
  private static let source = """
    #include <stdint.h>
    extern int64_t elsewhere(void);
    int64_t offered(void) { return elsewhere(); }
    int64_t table[4] = {1, 2, 3, 4};
    __attribute__((visibility("hidden"))) int64_t hidden(void) { return 2; }
    static int64_t local(void) { return 3; }
    int64_t user(void) { return hidden() + local(); }
    """
  private static let options = ["-shared", "-fPIC", "-Wl,-soname,libexample.so.1", "-Wl,--no-as-needed", "-lm"]

  @Test func `name, machine and needed libraries are read`() throws {
    let image = try ELFImage(contentsOf: CompiledLibrary(Self.source, options: Self.options).path)
    #expect(image.soname == "libexample.so.1")
    #expect(image.machine == .host)
    #expect(image.needed.first == "libm.so.6")
    #expect(image.packageNoteText == nil)
  }

  @Test(arguments: ["gnu", "sysv", "both"])
  func `only defined and visible symbols count, with every kind of hash table`(style: String) throws {
    let library = try CompiledLibrary(Self.source, options: Self.options + ["-Wl,--hash-style=\(style)"])
    let image = try ELFImage(contentsOf: library.path)
    #expect(image.definesSymbol("offered"))
    #expect(image.definesSymbol("user"))
    #expect(image.definesSymbol("table"))
    for name in ["elsewhere", "hidden", "local", "offere", "offeredx", ""] {
      #expect(!image.definesSymbol(name), "\(name)")
    }
  }

  @Test func `data is no function`() throws {
    let image = try ELFImage(contentsOf: CompiledLibrary(Self.source, options: Self.options).path)
    #expect(image.definesFunction("offered"))
    #expect(!image.definesFunction("table"))
  }

  @Test func `the same is read without section headers`() throws {
    var bytes = try CompiledLibrary(Self.source, options: Self.options).bytes
    for index in Array(40..<48) + Array(58..<64) { bytes[index] = 0 }
    let image = try ELFImage(bytes: bytes)
    #expect(image.soname == "libexample.so.1")
    #expect(image.definesFunction("user"))
  }

  @Test func `a library that only wants symbols defines none`() throws {
    let source = "extern int wanted(void); static int (*pointer)(void) __attribute__((used)) = wanted;"
    let image = try ELFImage(contentsOf: CompiledLibrary(source, options: ["-shared", "-fPIC", "-nostdlib"]).path)
    #expect(!image.definesSymbol("wanted"))
  }
}
