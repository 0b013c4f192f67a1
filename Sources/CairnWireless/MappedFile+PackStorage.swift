public import CairnLinux
public import CairnRadio

extension MappedFile: PackStorage {}
