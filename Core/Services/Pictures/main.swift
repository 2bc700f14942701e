// Works on one picture, in a process of its own, so that a picture made to break a decoder, or a text made to break a font,
// breaks nothing else; it takes at most 768 MiB and 10 seconds of processor time. It reads standard input and writes the
// result to standard output:
//   EDGE QUALITY       makes a picture small: a JPEG without metadata
//   square EDGE QUALITY  the same, cut to a square around its middle
//   card LOGO PICTURE  draws a card, a PNG: of the input the first LOGO bytes are the host's logo, the next PICTURE bytes a
//                      picture that stands beside the title, and the rest is what is written on it
// Exit codes: 0 done, 3 no whole picture, 4 too many pixels, 1 otherwise.
import CVips
import Glibc

func limit(_ resource: __rlimit_resource, to value: UInt) {
  var limits = rlimit(rlim_cur: value, rlim_max: value)
  setrlimit(__rlimit_resource_t(resource.rawValue), &limits)
}

func run(_ arguments: [String], _ input: [UInt8]) -> Int32 {
  let numbers = arguments.suffix(2).compactMap(Int.init)
  guard numbers.count == 2 else { return 1 }
  let isSquare = arguments.first == "square"
  if arguments.count == 2 || isSquare {
    return shrink(input, edge: Int32(numbers[0]), quality: Int32(numbers[1]), isSquare: isSquare)
  }
  guard arguments.count == 3, arguments[0] == "card" else { return 1 }
  guard let card = Card(input, logo: numbers[0], picture: numbers[1]) else { return 3 }
  return card.write()
}

for descriptor in 3..<Int32(1024) { close(descriptor) }
limit(RLIMIT_AS, to: 768 << 20)
limit(RLIMIT_CPU, to: 10)
limit(RLIMIT_CORE, to: 0)
guard fieldhouse_vips_start() == 0 else { exit(1) }
let input = readInput()
exit(input.count > maximumBytes ? 4 : run(Array(CommandLine.arguments.dropFirst()), input))
