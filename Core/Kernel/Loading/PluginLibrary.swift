internal import FieldhouseKit
internal import Glibc

/// A plugin's library, mapped into this process for good: a Swift image cannot be unloaded safely.
struct PluginLibrary {
  private let path: String
  private let handle: UnsafeMutableRawPointer

  /// Maps the library, binds all its symbols at once and runs its initialisers.
  init(path: String) throws(LoadError) {
    self.path = path
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      throw LoadError(loader: dlerror().map { String(cString: $0) } ?? "no reason given", path: path)
    }
    self.handle = handle
  }

  /// Calls the entry point and takes over what it returns.
  func entry(_ symbol: String) throws(LoadError) -> PluginEntry {
    guard let address = dlsym(handle, symbol) else { throw .noSymbol(symbol, path) }
    typealias EntryPoint = @convention(c) () -> UnsafeMutableRawPointer?
    let entryPoint = unsafeBitCast(address, to: EntryPoint.self)
    guard let entry = entryPoint() else { throw .emptyEntry(symbol) }
    guard Self.isEntry(entry) else { throw .foreignEntry(symbol) }
    return PluginEntry.take(entry)
  }

  /// Whether an object of this process's `PluginEntry` is at an address: its first word is the class. The word goes
  /// through a pipe, because the kernel refuses an address that leads nowhere instead of ending the process.
  private static func isEntry(_ address: UnsafeMutableRawPointer) -> Bool {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return false }
    defer { for end in ends { close(end) } }
    var word: UInt = 0
    let size = MemoryLayout<UInt>.size
    guard write(ends[1], address, size) == size, read(ends[0], &word, size) == size else { return false }
    return word == unsafeBitCast(PluginEntry.self, to: UInt.self)
  }
}
