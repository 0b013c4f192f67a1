public import CairnLinux
public import CairnPacks

/// Lets packs be files in memory. In a module of its own, so that programs without packs hold nothing of them.
extension MappedFile: PackStorage {}
