import FieldhouseMachine
import Testing

@Suite struct `SHA-256` {
  private static let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  @Test func `of bytes is that of FIPS 180-4`() {
    #expect(SHA256.hex(of: Array("abc".utf8)) == Self.abc)
    #expect(SHA256.hex(of: []) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test func `does not depend on the pieces`() {
    var hash = SHA256()
    hash.update("a")
    hash.update([])
    hash.update([UInt8(ascii: "b")])
    [UInt8(ascii: "c")].withUnsafeBytes { hash.update($0) }
    #expect(hash.finish() == Self.abc)
  }

  @Test func `begins with two words`() {
    var hash = SHA256()
    hash.update("abc")
    let (first, second) = hash.finishWords()
    #expect(first == 0xba78_16bf_8f01_cfea)
    #expect(second == 0x4141_40de_5dae_2223)
  }
}
