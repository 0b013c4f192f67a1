// What `import CairnBoard` shows besides its own functions: the providers and sensors of a board that
// a program may also create itself. What everything else needs is in Cairn.

@_exported public import class CairnKernelSensors.BarometerSensor
@_exported public import class CairnKernelSensors.CompassSensor

@_exported public import class CairnWireless.CellProvider
@_exported public import class CairnWireless.WiFiProvider
