public import FieldhouseKit

extension InstallationSecret {
  /// Whether this is the secret that an accounts namespace was written with, as far as that can be told from the second
  /// factors in it: how many there are, and how many it opens.
  /// - Throws: ``StorageError``.
  public func secondFactors(in storage: any Storage) async throws -> (all: Int, opened: Int) {
    let sealed: [String] = try await storage.read {
      try await $0.query("select sealed from second_factors").map { try $0[0] }
    }
    return (sealed.count, sealed.count { open($0) != nil })
  }
}

extension Accounts {
  /// The files of the profile pictures that an accounts namespace names.
  /// - Throws: ``StorageError``.
  public static func pictures(in storage: any Storage) async throws -> [String] {
    try await storage.read {
      try await $0.query("select distinct picture from people where picture is not null").map { try $0[0] }
    }
  }
}
