/// Shows how far a command has come: nothing here, since a fuzzer's inputs are read at once.
package func showProgress(_ text: String) {}
