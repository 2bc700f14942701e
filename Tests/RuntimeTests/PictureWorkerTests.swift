@testable import FieldhouseRuntime
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The picture worker` {
  private let worker = PictureWorker(executable: Beside.executable)

  @Test(.tags(.pl86), arguments: [(1500, 900, 512, 307), (900, 1500, 307, 512), (100, 80, 100, 80)])
  func `fits a picture into 512 by 512 pixels, enlarges none, and compresses each`(
    width: Int, height: Int, newWidth: Int, newHeight: Int
  ) async throws {
    let picture = SamplePicture.png(width: width, height: height, comment: "")
    #expect(picture.count > width * height, "The picture that is uploaded is not compressed.")
    let small = try await worker.shrink(picture)
    #expect(SamplePicture.size(ofJPEG: small).map { [$0.width, $0.height] } == [newWidth, newHeight])
    #expect(small.count * 2 < newWidth * newHeight)
  }

  @Test(.tags(.pl86)) func `removes what cameras write beside the picture`() async throws {
    let jpeg = try await worker.shrink(SamplePicture.png(width: 40, height: 30, comment: "CANARY"))
    let exif = Array("Exif\0\0CANARY-PLACE".utf8)
    let segment = [0xFF, 0xE1, UInt8((exif.count + 2) >> 8), UInt8((exif.count + 2) & 0xFF)] + exif
    let tagged = Array(jpeg.prefix(2)) + segment + Array(jpeg.dropFirst(2))
    #expect(String(decoding: tagged, as: UTF8.self).contains("CANARY-PLACE"))
    let cleaned = try await worker.shrink(tagged)
    #expect(!String(decoding: cleaned, as: UTF8.self).contains("CANARY"))
    #expect(SamplePicture.size(ofJPEG: cleaned)?.width == 40)
  }

  @Test(.tags(.pl86)) func `says what is wrong with a picture`() async throws {
    let cases: [([UInt8], String)] = [
      (Array("no picture".utf8), "picture-broken"), ([], "picture-broken"),
      (SamplePicture.header(width: 100_000, height: 100_000), "picture-too-large"),
      ([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 1000), "picture-broken"),
    ]
    for (bytes, code) in cases {
      await #expect { try await worker.shrink(bytes) } throws: { ($0 as? Problem)?.code == code }
    }
  }

  @Test func `without its program says so, and the host goes on`() async throws {
    let missing = PictureWorker(executable: "/nowhere/fieldhouse-pictures")
    await #expect { try await missing.shrink([1]) } throws: { ($0 as? Problem)?.code == "pictures-unavailable" }
  }

  @Test func `works on many at once, and tells those who are too many to come back`() async throws {
    let picture = SamplePicture.png(width: 600, height: 400, comment: "")
    let codes = await withTaskGroup(of: String.self) { group in
      for _ in 0..<60 {
        group.addTask {
          do {
            return try await worker.shrink(picture).isEmpty ? "empty" : "done"
          } catch {
            return (error as? Problem)?.code ?? "\(error)"
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(codes).isSubset(of: ["done", "pictures-busy"]))
    #expect(codes.filter { $0 == "done" }.count >= 32)
  }
}

/// The program beside the tests.
enum Beside {
  static let executable =
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "fieldhouse-pictures").path
}
