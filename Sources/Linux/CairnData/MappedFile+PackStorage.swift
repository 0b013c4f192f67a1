public import CairnLinux
public import CairnPacks

// Lets packs be files, in memory or page by page.

extension MappedFile: PagedStorage, PackStorage {}

extension PagedFile: PagedStorage, PackPages {
  /// The file itself.
  public var pages: (any PackPages)? { self }
}
