public import CairnLinux
public import CairnPacks

// Lets packs be files that are read page by page.

extension PagedFile: PagedStorage, PackPages {
  /// The file itself.
  public var pages: (any PackPages)? { self }
}
