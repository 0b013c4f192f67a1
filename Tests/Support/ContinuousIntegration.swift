import Foundation

/// In continuous integration, what tests need and do not find is a failure; elsewhere they are skipped.
package let isContinuousIntegration = ProcessInfo.processInfo.environment["CI"] == "true"
