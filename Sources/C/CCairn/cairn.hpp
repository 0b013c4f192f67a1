/*
 * Cairn for C++17: the interface of cairn.h with objects, functions and optional numbers. Nothing of it is in a
 * library.
 *
 *   cairn::options options;
 *   options.desired_accuracy = 10;
 *   cairn::manager manager(options);
 *   manager.on_location([](const cairn::location &here) { std::cout << here.latitude << '\n'; });
 *   manager.start(cairn::service::locations);
 *   while (manager.wait() >= 0) {}
 *
 * Only the constructor throws cairn::error; other functions return the results of cairn.h. A manager belongs to one
 * thread at a time, and may be moved. Your functions are called inside process() and wait(), and must not throw. They
 * may call everything but these two: close() as well, and the destructor, after which no other function is called.
 */
#ifndef CAIRN_HPP
#define CAIRN_HPP

#include "cairn.h"

#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace cairn {

/* A number that may be not known. */
inline std::optional<double> known(double number) {
  return std::isnan(number) ? std::nullopt : std::optional<double>(number);
}

/* Why something failed; what() is the whole sentence. */
class error : public std::runtime_error {
public:
  int code = 0, severity = 0, system_error = 0, service = 0;
  std::string provider;

  explicit error(const cairn_error &told)
      : std::runtime_error(told.text), code(told.code), severity(told.severity), system_error(told.system_error),
        service(told.service), provider(told.provider) {}
};

/* A position; units as in cairn.h. */
struct location {
  double latitude = 0, longitude = 0, horizontal_accuracy = 0;
  std::optional<double> altitude, ellipsoidal_altitude, vertical_accuracy, speed, speed_accuracy, course,
      course_accuracy, vertical_speed, ellipse_major, ellipse_minor, ellipse_orientation, hdop, correction_age;
  std::optional<int> floor;
  std::int64_t boot_nanoseconds = 0;
  std::optional<std::chrono::system_clock::time_point> time;
  int satellites_used = 0, fix = CAIRN_FIX_UNKNOWN, technology = CAIRN_FROM_GNSS;
  std::uint32_t flags = 0;
  std::string provider;

  location() = default;
  explicit location(const cairn_location &told)
      : latitude(told.latitude), longitude(told.longitude), horizontal_accuracy(told.horizontal_accuracy),
        altitude(known(told.altitude)), ellipsoidal_altitude(known(told.ellipsoidal_altitude)),
        vertical_accuracy(known(told.vertical_accuracy)), speed(known(told.speed)),
        speed_accuracy(known(told.speed_accuracy)), course(known(told.course)),
        course_accuracy(known(told.course_accuracy)), vertical_speed(known(told.vertical_speed)),
        ellipse_major(known(told.ellipse_major)), ellipse_minor(known(told.ellipse_minor)),
        ellipse_orientation(known(told.ellipse_orientation)), hdop(known(told.hdop)),
        correction_age(known(told.correction_age)),
        floor(told.floor == CAIRN_NO_FLOOR ? std::nullopt : std::optional<int>(told.floor)),
        boot_nanoseconds(told.boot_nanoseconds), time(utc(told.utc_nanoseconds)),
        satellites_used(told.satellites_used), fix(told.fix), technology(told.technology), flags(told.flags),
        provider(told.provider) {}

private:
  static std::optional<std::chrono::system_clock::time_point> utc(std::int64_t nanoseconds) {
    using clock = std::chrono::system_clock;
    if (nanoseconds == 0) return std::nullopt;
    return clock::time_point(std::chrono::duration_cast<clock::duration>(std::chrono::nanoseconds(nanoseconds)));
  }
};

/* What has happened to a region. */
struct region_event {
  int what = CAIRN_ANSWERED, state = CAIRN_STATE_UNKNOWN;
  std::string identifier;
  std::optional<double> probability;
  std::int64_t boot_nanoseconds = 0;
  std::optional<location> evidence;
  std::optional<error> failure;
};

/* Structs of cairn.h whose sizes are set. */
struct options : cairn_options {
  options() : cairn_options() { size = sizeof(cairn_options); }
};
struct request : cairn_request {
  request() : cairn_request() { size = sizeof(cairn_request); }
};
struct region : cairn_region {
  region() : cairn_region() { size = sizeof(cairn_region); }
  /* A circle of so many metres. The identifier and the centre belong to the caller until the region was added. */
  static region circle(const char *identifier, const cairn_point &centre, double metres) {
    region made;
    made.shape = CAIRN_CIRCLE;
    made.identifier = identifier;
    made.points = &centre;
    made.count = 1;
    made.extent = metres;
    return made;
  }
};

enum class service : std::int32_t {
  locations = CAIRN_LOCATIONS,
  significant = CAIRN_SIGNIFICANT,
  visits = CAIRN_VISITS,
  headings = CAIRN_HEADINGS,
  satellites = CAIRN_SATELLITES
};

class manager {
public:
  /* See cairn_manager_open(); throws cairn::error. An empty source stands for NULL. */
  explicit manager(const options &wanted = options(), const std::string &source = std::string())
      : own_(std::make_unique<state>()) {
    cairn_callbacks callbacks = cairn_callbacks();
    callbacks.size = sizeof callbacks;
    callbacks.locations = state::locations;
    callbacks.failed = state::failed;
    callbacks.paused = state::paused;
    callbacks.answered = state::answered;
    callbacks.visited = state::visited;
    callbacks.heading = state::headed;
    callbacks.satellites = state::seen;
    callbacks.region = state::crossed;
    callbacks.authorized = state::authorized;
    callbacks.planned = state::planned;
    cairn_error reason = cairn_error();
    reason.size = sizeof reason;
    own_->native =
        cairn_manager_open(source.empty() ? nullptr : source.c_str(), &wanted, &callbacks, own_.get(), &reason);
    if (!own_->native) throw error(reason);
  }

  ~manager() { close(); }
  manager(manager &&) noexcept = default;
  manager &operator=(manager &&other) noexcept {
    if (this != &other) {
      close();
      own_ = std::move(other.own_);
    }
    return *this;
  }

  /* Ends everything; in a function too. Idempotent. */
  void close() noexcept {
    if (!own_) return;
    cairn_manager_close(std::exchange(own_->native, nullptr));
    /* The function that is being called, and what it holds, live until it returns. */
    if (own_->depth > 0) {
      own_->is_orphan = true;
      own_.release();
    }
    own_.reset();
  }

  /* The functions to call; a later one replaces an earlier one. */
  void on_locations(std::function<void(const std::vector<location> &)> f) { set(&state::on_locations, std::move(f)); }
  /* With the newest position of each call alone. */
  void on_location(std::function<void(const location &)> f) {
    on_locations([f = std::move(f)](const std::vector<location> &all) { f(all.back()); });
  }
  void on_failure(std::function<void(const error &)> f) { set(&state::on_failure, std::move(f)); }
  void on_pause(std::function<void(bool)> f) { set(&state::on_pause, std::move(f)); }
  void on_visit(std::function<void(const cairn_visit &)> f) { set(&state::on_visit, std::move(f)); }
  void on_heading(std::function<void(const cairn_heading &)> f) { set(&state::on_heading, std::move(f)); }
  void on_satellites(std::function<void(const cairn_sky &)> f) { set(&state::on_satellites, std::move(f)); }
  void on_region(std::function<void(const region_event &)> f) { set(&state::on_region, std::move(f)); }
  void on_authorization(std::function<void(const cairn_authorization &)> f) {
    set(&state::on_authorization, std::move(f));
  }
  void on_plan(std::function<void()> f) { set(&state::on_plan, std::move(f)); }

  std::int32_t set_options(const options &wanted) { return cairn_manager_set_options(native(), &wanted); }
  std::int32_t start(service which) { return cairn_manager_start(native(), static_cast<std::int32_t>(which)); }
  std::int32_t stop(service which) { return cairn_manager_stop(native(), static_cast<std::int32_t>(which)); }

  /* Asks for one position; the answer is a position, an error, or both. The number of the request. */
  std::int32_t ask(std::function<void(const std::optional<location> &, const std::optional<error> &)> answered,
                   const request &wanted = request()) {
    if (!native()) return CAIRN_BAD_ARGUMENT;
    std::int32_t number = cairn_manager_request(native(), &wanted);
    if (number > 0) own_->answers.emplace_back(number, std::move(answered));
    return number;
  }
  std::int32_t cancel(std::int32_t number) { return cairn_manager_cancel(native(), number); }

  std::int32_t descriptor() const { return cairn_manager_descriptor(native()); }
  std::int32_t process() {
    return run([](cairn_manager *open) { return cairn_manager_process(open); });
  }
  /* Without an argument, for ever. */
  std::int32_t wait(double seconds = -1) {
    return run([seconds](cairn_manager *open) { return cairn_manager_wait(open, seconds); });
  }

  std::optional<location> last() const {
    cairn_location told = cairn_location();
    told.size = sizeof told;
    if (cairn_manager_last(native(), &told) != CAIRN_OK) return std::nullopt;
    return location(told);
  }
  std::int32_t add(const region &wanted) { return cairn_manager_region_add(native(), &wanted); }
  std::int32_t remove(const std::string &identifier) {
    return cairn_manager_region_remove(native(), identifier.c_str());
  }
  std::int32_t ask_state(const std::string &identifier) {
    return cairn_manager_region_state(native(), identifier.c_str());
  }
  /* Empty where there is none. */
  std::string plan() const {
    std::int32_t length = cairn_manager_plan(native(), nullptr, 0);
    if (length <= 0) return std::string();
    std::string text(static_cast<std::size_t>(length) + 1, '\0');
    cairn_manager_plan(native(), &text[0], text.size());
    text.pop_back();
    return text;
  }
  /* The manager of cairn.h; nullptr once it is closed. */
  cairn_manager *native() const noexcept { return own_ ? own_->native : nullptr; }

private:
  using answer = std::function<void(const std::optional<location> &, const std::optional<error> &)>;

  /* Where the library's context points to: it stays in its place while managers are moved. */
  struct state {
    cairn_manager *native = nullptr;
    int depth = 0;          /* calls of process() and wait() that run */
    bool is_orphan = false; /* closed in a function: released by the call that runs */
    std::function<void(const std::vector<location> &)> on_locations;
    std::function<void(const error &)> on_failure;
    std::function<void(bool)> on_pause;
    std::function<void(const cairn_visit &)> on_visit;
    std::function<void(const cairn_heading &)> on_heading;
    std::function<void(const cairn_sky &)> on_satellites;
    std::function<void(const region_event &)> on_region;
    std::function<void(const cairn_authorization &)> on_authorization;
    std::function<void()> on_plan;
    std::vector<std::pair<std::int32_t, answer>> answers;

    /* Calls a function that may replace itself meanwhile. */
    template <class Function, class... Values>
    static void call(const Function &function, const Values &...values) noexcept {
      Function copy = function;
      if (copy) copy(values...);
    }
    static state &of(void *context) { return *static_cast<state *>(context); }

    static void locations(void *context, const cairn_location *const *told, std::size_t count) noexcept {
      if (!of(context).on_locations) return;
      std::vector<location> all;
      all.reserve(count);
      for (std::size_t i = 0; i < count; i++) all.emplace_back(*told[i]);
      call(of(context).on_locations, all);
    }
    static void failed(void *context, const cairn_error *told) noexcept { call(of(context).on_failure, error(*told)); }
    static void paused(void *context, int is_paused) noexcept { call(of(context).on_pause, is_paused != 0); }
    static void visited(void *context, const cairn_visit *told) noexcept { call(of(context).on_visit, *told); }
    static void headed(void *context, const cairn_heading *told) noexcept { call(of(context).on_heading, *told); }
    static void seen(void *context, const cairn_sky *told) noexcept { call(of(context).on_satellites, *told); }
    static void authorized(void *context, const cairn_authorization *told) noexcept {
      call(of(context).on_authorization, *told);
    }
    static void planned(void *context) noexcept { call(of(context).on_plan); }

    static void crossed(void *context, const cairn_region_event *told) noexcept {
      region_event event;
      event.what = static_cast<int>(told->what);
      event.state = static_cast<int>(told->state);
      event.identifier = told->identifier;
      event.probability = known(told->probability);
      event.boot_nanoseconds = told->boot_nanoseconds;
      if (told->evidence) event.evidence = location(*told->evidence);
      if (told->error) event.failure = error(*told->error);
      call(of(context).on_region, event);
    }

    static void answered(void *context, std::int32_t number, const cairn_location *place,
                         const cairn_error *reason) noexcept {
      std::vector<std::pair<std::int32_t, answer>> &answers = of(context).answers;
      for (auto at = answers.begin(); at != answers.end(); ++at) {
        if (at->first != number) continue;
        answer function = std::move(at->second);
        answers.erase(at);
        std::optional<location> where;
        std::optional<error> why;
        if (place) where = location(*place);
        if (reason) why = error(*reason);
        if (function) function(where, why);
        return;
      }
    }
  };

  template <class Function> void set(Function state::*which, Function &&function) {
    if (own_) own_.get()->*which = std::move(function);
  }

  /* Makes callbacks, after which this object may be gone. */
  template <class Body> std::int32_t run(Body body) {
    state *running = own_.get();
    if (!running) return CAIRN_BAD_ARGUMENT;
    struct scope {
      state *running;
      explicit scope(state *of) : running(of) { running->depth++; }
      ~scope() {
        if (--running->depth == 0 && running->is_orphan) delete running;
      }
    } inside(running);
    return body(running->native);
  }

  std::unique_ptr<state> own_;
};

} // namespace cairn

#endif
