// Core Location brings Foundation along, and programs count on it.
@_exported public import Foundation
