package import FieldhouseKit
package import FieldhouseStorage

/// What a process decides that runs a host as a part of itself, with plugins of its own.
package struct Embedding: Sendable {
  /// A plugin that is part of this process instead of a library's.
  package struct LinkedPlugin: Sendable {
    /// The folder with its files.
    let folder: String
    private let type: any Plugin.Type

    /// A plugin of this type.
    package init(_ type: any Plugin.Type, folder: String) {
      self.type = type
      self.folder = folder
    }

    var entry: PluginEntry { PluginEntry.take(PluginEntry.export(type)) }
  }

  /// Plugins of this process, by id. Their manifests lie beside those of others.
  package var plugins: [String: LinkedPlugin] = [:]
  /// Where the log goes.
  package var logDescriptor: Int32 = 2
  /// The beginning of the names of schemas and roles on PostgreSQL; nil for the usual one.
  package var schemaPrefix: String?
  /// Told of every namespace of a plugin before the plugin starts.
  package var opened: @Sendable (any NamespaceStorage) -> Void = { _ in }
}
