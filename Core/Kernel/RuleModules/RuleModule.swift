public import FieldhouseKit
internal import Glibc

/// A library of pure C functions that a game type brings: a way of scoring that needs no Swift toolchain.
///
/// The library is opened with all its symbols bound and local, and is never unloaded.
/// See ``RuleSignature`` for the C prototypes.
public final class RuleModule: @unchecked Sendable {
  /// The library's path.
  public let path: String
  private let image: ELFImage
  private let handle: UnsafeMutableRawPointer

  /// Opens a library, which runs its initialisers; check hash and folder first.
  ///
  /// - Parameter path: the absolute path of the library.
  /// - Throws: `RuleError` with the code of ``RuleFault/moduleUnloadable`` and the words of the ELF check or the loader.
  public init(path: String) throws(RuleError) {
    guard path.hasPrefix("/") else { throw Self.unloadable(path, "the path is not absolute") }
    self.path = path
    do {
      image = try ELFImage(contentsOf: path)
    } catch {
      throw Self.unloadable(path, error.description)
    }
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      throw Self.unloadable(path, dlerror().map { String(cString: $0) } ?? "no reason given")
    }
    self.handle = handle
  }

  /// Prepares a function.
  ///
  /// - Throws: `RuleError` with the code of ``RuleFault/symbolMissing`` when the library itself exports no function of that
  ///   name, or `declarationInvalid`.
  public func function(_ declaration: RuleDeclaration) throws(RuleError) -> NativeRule {
    let symbol = declaration.symbol
    guard image.definesFunction(symbol), let address = dlsym(handle, symbol) else {
      throw RuleError(
        .symbolMissing, "\(path) exports no function \(symbol).", remedy: "Export \(declaration.cPrototype).")
    }
    return try NativeRule(declaration, symbol: address)
  }

  private static func unloadable(_ path: String, _ cause: String) -> RuleError {
    RuleError(
      .moduleUnloadable, "\(path) cannot be loaded (\(cause)).",
      remedy: "Build it as a shared library for this machine.")
  }
}
