/// Reads what libFuzzer has thought of as a file of activities, in pieces of a size that the last byte says: nothing that somebody uploads
/// may end the host or hold it up. `.ci/fuzz` compiles it with the readers themselves.
@c(LLVMFuzzerTestOneInput)
public func readAnything(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  let size = 1 + Int(input.last ?? 0) * 16
  var place = 0
  _ = ActivityFile {
    guard place < input.count else { return nil }
    defer { place += size }
    return Array(input[place..<min(place + size, input.count)])
  }
  return 0
}
