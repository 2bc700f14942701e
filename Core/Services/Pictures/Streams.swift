import Glibc

let maximumBytes = 16 << 20

func readInput() -> [UInt8] {
  var input: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while input.count <= maximumBytes {
    let count = read(STDIN_FILENO, &chunk, chunk.count)
    guard count > 0 else { break }
    input += chunk[..<count]
  }
  return input
}

func writeOutput(_ bytes: UnsafeRawPointer, _ count: Int) -> Bool {
  var done = 0
  while done < count {
    let written = write(STDOUT_FILENO, bytes + done, count - done)
    guard written > 0 else { return false }
    done += written
  }
  return true
}
