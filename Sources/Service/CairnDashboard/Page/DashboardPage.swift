/// The files of the page.
enum DashboardPage {
  static let assets: [Asset] = [
    Asset(
      name: "index.html", mediaType: "text/html; charset=utf-8",
      bytes: Array(
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <title>Cairn</title>
        <h1>Cairn</h1>
        <p>The events are at <a href="/events">/events</a>: each is an object of <code>cairn monitor --json</code>.</p>

        """.utf8))
  ]
}
