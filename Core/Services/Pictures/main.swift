// Makes one picture small: reads it from standard input, writes a JPEG without metadata to standard output. A process
// of its own, so that a picture made to break a decoder breaks nothing else; it takes at most 768 MiB and 10 seconds of
// processor time. Exit codes: 0 done, 3 no whole picture, 4 too many pixels, 1 otherwise.
import CVips
import Glibc

let maximumPixels = 60_000_000
let maximumBytes = 16 << 20

func limit(_ resource: __rlimit_resource, to value: UInt) {
  var limits = rlimit(rlim_cur: value, rlim_max: value)
  setrlimit(__rlimit_resource_t(resource.rawValue), &limits)
}

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

func shrink(_ input: [UInt8], edge: Int32, quality: Int32) -> Int32 {
  let pixels = fieldhouse_vips_pixels(input, input.count)
  guard pixels > 0 else { return 3 }
  guard pixels <= maximumPixels else { return 4 }
  var output: UnsafeMutableRawPointer?
  var count = 0
  guard fieldhouse_vips_shrink(input, input.count, edge, quality, &output, &count) == 0, let output else { return 3 }
  defer { g_free(output) }
  return writeOutput(output, count) ? 0 : 1
}

for descriptor in 3..<Int32(1024) { close(descriptor) }
limit(RLIMIT_AS, to: 768 << 20)
limit(RLIMIT_CPU, to: 10)
limit(RLIMIT_CORE, to: 0)
let arguments = CommandLine.arguments.dropFirst().compactMap(Int32.init)
guard arguments.count == 2, fieldhouse_vips_start() == 0 else { exit(1) }
let input = readInput()
exit(input.count > maximumBytes ? 4 : shrink(input, edge: arguments[0], quality: arguments[1]))
