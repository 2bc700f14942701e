import FieldhouseTestSupport
import Foundation

@testable import FitnessChallenges

/// Files of activities for tests, and a way to read them in pieces.
enum ImportSamples {
  /// What was read of a file, and why no more of it was.
  struct Outcome {
    var findings = ImportFindings()
    var refusal: ImportRefusal?

    var tracks: [ImportedTrack] { findings.tracks }
  }

  /// Reads a file in pieces of some size.
  /// - Parameter isKept: whether the reader is written down and read again between two pieces, as between two requests.
  static func read(_ bytes: [UInt8], pieces: Int = 65_536, isKept: Bool = false) -> Outcome {
    var (machine, outcome) = (ImportMachine(), Outcome())
    do {
      for start in stride(from: 0, to: bytes.count, by: pieces) {
        try machine.read(Array(bytes[start..<min(bytes.count, start + pieces)]), into: &outcome.findings)
        if isKept, let text = try? JSONText.encode(machine) {
          machine = (try? JSONText.decode(text)) ?? ImportMachine()
        }
      }
      try machine.end(into: &outcome.findings)
    } catch {
      outcome.refusal = error
    }
    return outcome
  }

  static func read(_ text: String) -> Outcome { read(Array(text.utf8)) }

  /// Eleven points to the north, 0.0001° (11.12 m) and 10 s apart, in a segment.
  static func segment(from latitude: Double = 48, minute: Int = 0) -> String {
    let points = (0...10).map { number -> String in
      let second = number * 10
      let time = "2026-04-11T07:\(two(minute + second / 60)):\(two(second % 60))Z"
      return #"<trkpt lat="\#(latitude + Double(number) * 0.0001)" lon="11"><ele>1</ele><time>\#(time)</time></trkpt>"#
    }
    return "<trkseg>\(points.joined(separator: "\n"))</trkseg>"
  }

  static func gpx(_ inside: String, head: String = #"<?xml version="1.0" encoding="UTF-8"?>"#) -> String {
    #"\#(head)<gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1">\#(inside)</gpx>"#
  }

  static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// An export of Apple Health with 30 records of 100 to 129 steps, packed with a route, a clinical document and a table.
  static var zip: [UInt8] { unpacked(zipText) }

  /// The same, written as a stream: sizes and check sums stand behind the content.
  static var streamedZip: [UInt8] { unpacked(streamedZipText) }

  /// An archive with a file of spaces, packed as tightly as a fixed code can.
  /// - Parameter pieces: how many times 258 spaces.
  static func bomb(pieces: Int) -> [UInt8] {
    var (bytes, bits, count): ([UInt8], UInt32, UInt32) = (Array("PK\u{03}\u{04}".utf8), 0, 0)
    bytes += [20, 0, 8, 0, 8, 0] + [UInt8](repeating: 0, count: 16) + [5, 0, 0, 0] + Array("a.gpx".utf8)
    func put(_ value: UInt32, _ size: UInt32) {
      bits |= value << count
      count += size
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: bits))
        (bits, count) = (bits >> 8, count - 8)
      }
    }
    // The last block, with fixed codes; a space is 0x50 (turned 0x0A); 258 repeated is 0xC5 (turned 0xA3), 1 back is 0.
    put(0b011, 3)
    put(0x0A, 8)
    for _ in 0..<pieces {
      put(0xA3, 8)
      put(0, 5)
    }
    put(0, 7)
    put(0, 7)
    return bytes
  }

  private static func unpacked(_ text: String) -> [UInt8] { Data(base64Encoded: text).map { Array($0) } ?? [] }

  private static let zipText = """
    UEsDBBQAAAAIAAAAjFxo5Z65KgAAACgAAAAiAAAAYXBwbGVfaGVhbHRoX2V4cG9ydC9leHBvcnRfY2RhLnhtbLOxr8jNUShLLSrO\
    zM+zVTLUM1Cyt7NxzsnMy0xOzHHJTy7NTc0r0bcDAFBLAwQUAAAACAAAAIxca20G2J8CAACzGQAAHgAAAGFwcGxlX2hlYWx0aF9l\
    eHBvcnQvZXhwb3J0LnhtbL3ZX2/aMBQF8Hc+hZe9tFuz5hpobQRUCFIV9c9aCJumaZoi8FY0mqDgVK20Dz+nTBvaHHGe7lsI1+Ee\
    JH46Et2zp4eVeDTFZplnvYDeRYEw2TxfLLPvvWCWnIcqOOs3uq9G74fJp9tYXJh0Ze9HqU3FZ3c7DH/fuVxaET+t88KKD9undQSR\
    CMPqcHwVX8c3ye7hg+2wuzZH1+boYGLmebH4+TEvfuSlPXxzWJ0bJMnVeLp7riHEKp+nKyOGo0EyEK8n8d1sPIlHjX7jizuy8wnb\
    uV5gsq+zadBviO72M4R9XrvbF5d3ZZrZpX1O3Ovxwrjrb0tTTK1ZD/Mys4HY5GUxNzfpgxu/vc8zE4gyW9peMN++Py9Mal3SKkQv\
    kJE8CaNW6FJHp51Id6JIvI1k5L7RjU23Uf+binamTLbY+6THdFW6CXLXx9yRCIpEQCTyRiL+SBKKJIFI0htJ8kdqQpGaQKSmN1KT\
    P1ILitQCIrW8kVr8kdpQpDYQqe2N1OaOpCDxFCCeqhHvhD8SIp4CxFM14p3yR0LEU4B4qkY8xR8JEU8B4qka8TR/JEQ8BYin/OIR\
    e3tQkHgKEE/5xSP29qAh8TQgnvaLR+ztQUPiaUA87ReP2NuDhsTTgHjaLx6xtwcNiacB8bRfPGJvDxoSTwPi6Rrx2NuDhsTTgHi6\
    Rjzu9lD96vdHerFhT6R/n/QnEnd7cIsA4lVTQCS/eNztwS0CiFdNAZG84knu9uAWAcSrpoBIXvEkd3twiwDiVVNAJK94krs9uEUA\
    8aopIJJXPMndHogg8QgQj/ziSe724BZBxCNAPPKLJ7nbg1sEEY8A8ahGPO724BZBxCNAPKoRj709ECQeAeJRjXjs7YEg8QgQj2rE\
    e2kP3eO/f2v0G78AUEsDBBQAAAAIAAAAjFwA1WGX1QAAANMFAAAsAAAAYXBwbGVfaGVhbHRoX2V4cG9ydC93b3Jrb3V0LXJvdXRl\
    cy9yb3V0ZS5ncHiN1MEKgkAUheFXEfc5c0ZTi9GHiFbtWkhEZqIWPX7jQKuCc0QYUe+/+rj+Mr6TVzfN18fQpMiQtn6Zbq0fzveu\
    PTyeS+dNfF5fz90lnuOS9OelSYs6s+FKkz5Ox+Fr+NdZV25ssYE72mpvbbhP3sRP4VjnfzOgGSgZRzNOyeQ0kyuZgmYKJbOlma2S\
    KWmmVDIVzVRKpqaZWsnsaGYnZEAVQ1EMqhiKYlDFUBSDKoaiGFQxFMWgiqEoBlUMRTGoYiiKQRVDUQyqGH8Vm+9SNnFpm7DN2w9Q\
    SwMEFAAAAAgAAACMXMUQlyQGAAAABAAAAC4AAABhcHBsZV9oZWFsdGhfZXhwb3J0L2VsZWN0cm9jYXJkaW9ncmFtcy9lY2cuY3N2\
    S9RJ4gIAUEsBAhQDFAAAAAgAAACMXGjlnrkqAAAAKAAAACIAAAAAAAAAAAAAAIABAAAAAGFwcGxlX2hlYWx0aF9leHBvcnQvZXhw\
    b3J0X2NkYS54bWxQSwECFAMUAAAACAAAAIxca20G2J8CAACzGQAAHgAAAAAAAAAAAAAAgAFqAAAAYXBwbGVfaGVhbHRoX2V4cG9y\
    dC9leHBvcnQueG1sUEsBAhQDFAAAAAgAAACMXADVYZfVAAAA0wUAACwAAAAAAAAAAAAAAIABRQMAAGFwcGxlX2hlYWx0aF9leHBv\
    cnQvd29ya291dC1yb3V0ZXMvcm91dGUuZ3B4UEsBAhQDFAAAAAgAAACMXMUQlyQGAAAABAAAAC4AAAAAAAAAAAAAAIABZAQAAGFw\
    cGxlX2hlYWx0aF9leHBvcnQvZWxlY3Ryb2NhcmRpb2dyYW1zL2VjZy5jc3ZQSwUGAAAAAAQABABSAQAAtgQAAAAA
    """

  private static let streamedZipText = """
    UEsDBBQACAAIAAAAjFwAAAAAAAAAAAAAAAAiAAAAYXBwbGVfaGVhbHRoX2V4cG9ydC9leHBvcnRfY2RhLnhtbLOxr8jNUShLLSrO\
    zM+zVTLUM1Cyt7NxzsnMy0xOzHHJTy7NTc0r0bcDAFBLBwho5Z65KgAAACgAAABQSwMEFAAIAAgAAACMXAAAAAAAAAAAAAAAAB4A\
    AABhcHBsZV9oZWFsdGhfZXhwb3J0L2V4cG9ydC54bWy92V9v2jAUBfB3PoWXvbRbs+YaaG0EVAhSFfXPWgibpmmaIvBWNJqg4FSt\
    tA8/p0wb2hxxnu5bCNfhHiR+OhLds6eHlXg0xWaZZ72A3kWBMNk8Xyyz771glpyHKjjrN7qvRu+HyafbWFyYdGXvR6lNxWd3Owx/\
    37lcWhE/rfPCig/bp3UEkQjD6nB8FV/HN8nu4YPtsLs2R9fm6GBi5nmx+PkxL37kpT18c1idGyTJ1Xi6e64hxCqfpysjhqNBMhCv\
    J/HdbDyJR41+44s7svMJ27leYLKvs2nQb4ju9jOEfV672xeXd2Wa2aV9Ttzr8cK4629LU0ytWQ/zMrOB2ORlMTc36YMbv73PMxOI\
    MlvaXjDfvj8vTGpd0ipEL5CRPAmjVuhSR6edSHeiSLyNZOS+0Y1Nt1H/m4p2pky22Pukx3RVugly18fckQiKREAk8kYi/kgSiiSB\
    SNIbSfJHakKRmkCkpjdSkz9SC4rUAiK1vJFa/JHaUKQ2EKntjdTmjqQg8RQgnqoR74Q/EiKeAsRTNeKd8kdCxFOAeKpGPMUfCRFP\
    AeKpGvE0fyREPAWIp/ziEXt7UJB4ChBP+cUj9vagIfE0IJ72i0fs7UFD4mlAPO0Xj9jbg4bE04B42i8esbcHDYmnAfG0Xzxibw8a\
    Ek8D4uka8djbg4bE04B4ukY87vZQ/er3R3qxYU+kf5/0JxJ3e3CLAOJVU0Akv3jc7cEtAohXTQGRvOJJ7vbgFgHEq6aASF7xJHd7\
    cIsA4lVTQCSveJK7PbhFAPGqKSCSVzzJ3R6IIPEIEI/84knu9uAWQcQjQDzyiye524NbBBGPAPGoRjzu9uAWQcQjQDyqEY+9PRAk\
    HgHiUY147O2BIPEIEI9qxHtpD93jv39r9Bu/AFBLBwhrbQbYnwIAALMZAABQSwMEFAAIAAgAAACMXAAAAAAAAAAAAAAAACwAAABh\
    cHBsZV9oZWFsdGhfZXhwb3J0L3dvcmtvdXQtcm91dGVzL3JvdXRlLmdweI3UwQqCQBSF4VcR9zlzRlOL0YeIVu1aSERmohY9fuNA\
    q4JzRBhR77/6uP4yvpNXN83Xx9CkyJC2fplurR/O9649PJ5L5018Xl/P3SWe45L056VJizqz4UqTPk7H4Wv411lXbmyxgTvaam9t\
    uE/exE/hWOd/M6AZKBlHM07J5DSTK5mCZgols6WZrZIpaaZUMhXNVEqmpplayexoZidkQBVDUQyqGIpiUMVQFIMqhqIYVDEUxaCK\
    oSgGVQxFMahiKIpBFUNRDKoYfxWb71I2cWmbsM3bD1BLBwgA1WGX1QAAANMFAABQSwMEFAAIAAgAAACMXAAAAAAAAAAAAAAAAC4A\
    AABhcHBsZV9oZWFsdGhfZXhwb3J0L2VsZWN0cm9jYXJkaW9ncmFtcy9lY2cuY3N2S9RJ4gIAUEsHCMUQlyQGAAAABAAAAFBLAQIU\
    AxQACAAIAAAAjFxo5Z65KgAAACgAAAAiAAAAAAAAAAAAAACAAQAAAABhcHBsZV9oZWFsdGhfZXhwb3J0L2V4cG9ydF9jZGEueG1s\
    UEsBAhQDFAAIAAgAAACMXGttBtifAgAAsxkAAB4AAAAAAAAAAAAAAIABegAAAGFwcGxlX2hlYWx0aF9leHBvcnQvZXhwb3J0Lnht\
    bFBLAQIUAxQACAAIAAAAjFwA1WGX1QAAANMFAAAsAAAAAAAAAAAAAACAAWUDAABhcHBsZV9oZWFsdGhfZXhwb3J0L3dvcmtvdXQt\
    cm91dGVzL3JvdXRlLmdweFBLAQIUAxQACAAIAAAAjFzFEJckBgAAAAQAAAAuAAAAAAAAAAAAAACAAZQEAABhcHBsZV9oZWFsdGhf\
    ZXhwb3J0L2VsZWN0cm9jYXJkaW9ncmFtcy9lY2cuY3N2UEsFBgAAAAAEAAQAUgEAAPYEAAAAAA==
    """
}
