// Contacts re-exports Foundation, and programs rely on it.
@_exported public import Foundation
