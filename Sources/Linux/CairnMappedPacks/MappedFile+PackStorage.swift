public import CairnLinux
public import CairnPacks

// Lets packs be files. In a module of its own, so that programs without packs hold nothing of them.

extension MappedFile: PagedStorage, PackStorage {}

extension PagedFile: PagedStorage, PackPages {
  /// The file itself.
  public var pages: (any PackPages)? { self }
}
