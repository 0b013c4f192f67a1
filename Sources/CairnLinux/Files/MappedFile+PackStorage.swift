public import CairnPacks

extension MappedFile: PackStorage {}
