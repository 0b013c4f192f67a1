// `import Cairn` is all an application needs.
@_exported public import CairnGeodesy
@_exported public import CairnHAL
@_exported public import CairnLinux
@_exported public import CairnProviders
@_exported public import CairnTypes
@_exported public import CairnUpdates
