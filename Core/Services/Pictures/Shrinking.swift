import CVips

private let maximumPixels = 60_000_000

/// Writes the picture as a JPEG of at most `edge` pixels each way, cut to a square around its middle where that is wanted.
/// - Returns: the exit code.
func shrink(_ input: [UInt8], edge: Int32, quality: Int32, isSquare: Bool) -> Int32 {
  let pixels = fieldhouse_vips_pixels(input, input.count)
  guard pixels > 0 else { return 3 }
  guard pixels <= maximumPixels else { return 4 }
  var output: UnsafeMutableRawPointer?
  var count = 0
  guard fieldhouse_vips_shrink(input, input.count, edge, quality, isSquare ? 1 : 0, &output, &count) == 0, let output
  else { return 3 }
  defer { g_free(output) }
  return writeOutput(output, count) ? 0 : 1
}
