/* The same in C++: what cairn.hpp adds to cairn.h. */
#include <cairn.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>

static std::string source;

#define EXPECT(condition)                                                                      \
  do {                                                                                         \
    if (!(condition)) {                                                                        \
      std::cerr << __FILE__ << ":" << __LINE__ << ": not so: " << #condition << std::endl;     \
      std::_Exit(1);                                                                           \
    }                                                                                          \
  } while (0)

/* Waits until the number is as large; the script ends what takes too long. */
static void wait_for(cairn::manager &manager, const int &count, int wanted) {
  while (count < wanted) EXPECT(manager.wait(30) >= 0);
}

static void positions() {
  int count = 0;
  cairn::options options;
  options.desired_accuracy = 10;
  cairn::manager first(options, source);
  cairn::location here;
  first.on_locations([&](const std::vector<cairn::location> &all) {
    EXPECT(!all.empty());
    here = all.back();
    count++;
  });
  EXPECT(first.start(cairn::service::locations) == CAIRN_OK);
  wait_for(first, count, 1);
  /* It goes on where it is moved to. */
  cairn::manager second(std::move(first));
  EXPECT(first.native() == nullptr && first.process() == CAIRN_BAD_ARGUMENT);
  EXPECT(first.start(cairn::service::locations) == CAIRN_BAD_ARGUMENT && !first.last() && first.plan().empty());
  wait_for(second, count, 3);
  cairn::manager third(cairn::options(), source);
  third = std::move(second);
  third.on_location([&](const cairn::location &newest) {
    EXPECT(newest.horizontal_accuracy < 50);
    here = newest;
    count++;
  });
  wait_for(third, count, 5);
  EXPECT(here.speed && here.altitude && here.time && !here.floor && here.provider == "gnss");
  EXPECT(third.last() && third.plan().find("\"provider\":\"gnss\"") != std::string::npos);
  EXPECT(third.descriptor() >= 0);
}

static void constructor() {
  try {
    cairn::manager manager(cairn::options(), "gopher://nowhere");
    EXPECT(false);
  } catch (const cairn::error &error) {
    EXPECT(error.code == CAIRN_ERROR_INVALID_CONFIGURATION && std::strlen(error.what()) > 10);
  }
}

static void requests() {
  int answers = 0;
  cairn::manager manager(cairn::options(), source);
  EXPECT(manager.ask([&](const std::optional<cairn::location> &place, const std::optional<cairn::error> &why) {
    EXPECT(place && !why && place->horizontal_accuracy <= 10);
    answers++;
  }) > 0);
  cairn::request never;
  never.desired_accuracy = 1e-6;
  never.timeout = 600;
  never.settle = -1;
  int number = manager.ask([&](const std::optional<cairn::location> &, const std::optional<cairn::error> &why) {
    EXPECT(why && why->code == CAIRN_ERROR_CANCELLED);
    answers++;
  }, never);
  wait_for(manager, answers, 1);
  EXPECT(manager.cancel(number) == CAIRN_OK);
  wait_for(manager, answers, 2);
}

static void regions() {
  int events = 0;
  cairn::manager manager(cairn::options(), source);
  std::optional<cairn::location> here;
  cairn::region_event last;
  manager.on_region([&](const cairn::region_event &event) { last = event, events++; });
  manager.ask([&](const std::optional<cairn::location> &place, const std::optional<cairn::error> &) { here = place; });
  while (!here) manager.wait(30);
  cairn_point centre = {here->latitude, here->longitude};
  cairn::region home = cairn::region::circle("home", centre, 500);
  home.state = CAIRN_OUTSIDE;
  EXPECT(manager.add(home) == CAIRN_OK);
  wait_for(manager, events, 1);
  EXPECT(last.what == CAIRN_ENTERED && last.identifier == "home" && last.evidence && last.probability);
  EXPECT(manager.ask_state("home") == CAIRN_OK);
  wait_for(manager, events, 2);
  EXPECT(last.what == CAIRN_ANSWERED && last.state == CAIRN_INSIDE && !last.probability);
  EXPECT(manager.remove("home") == CAIRN_OK && manager.remove("home") == CAIRN_UNKNOWN);
}

/* Whatever a function holds lives until it returns, also if the manager does not. */
static void end_in_a_function() {
  auto manager = std::make_unique<cairn::manager>(cairn::options(), source);
  int count = 0;
  auto held = std::make_shared<int>(7);
  std::weak_ptr<int> watched = held;
  manager->on_location([&manager, &count, held](const cairn::location &) {
    manager.reset();
    count += *held;
  });
  held.reset();
  manager->start(cairn::service::locations);
  while (manager) manager->wait(30);
  EXPECT(count == 7 && watched.expired());

  cairn::manager other(cairn::options(), source);
  other.ask([&](const std::optional<cairn::location> &, const std::optional<cairn::error> &) {
    other.close();
    other.close();
    other.on_failure(nullptr);
    count++;
  });
  while (count < 8) EXPECT(other.wait(30) >= 0);
  EXPECT(other.native() == nullptr && other.wait(1) == CAIRN_BAD_ARGUMENT);
}

/* A function may put another one in its own place. */
static void replacement() {
  int first = 0, later = 0;
  cairn::manager manager(cairn::options(), source);
  manager.on_location([&](const cairn::location &) {
    manager.on_location([&](const cairn::location &) { later++; });
    first++;
  });
  manager.start(cairn::service::locations);
  while (later < 1) EXPECT(manager.wait(30) >= 0);
  EXPECT(first == 1);
}

static void absent() {
  int failures = 0, answers = 0;
  cairn::manager manager(cairn::options(), source);
  manager.on_failure([&](const cairn::error &error) {
    EXPECT(error.code == CAIRN_ERROR_NO_PROVIDER && error.system_error == 2);
    EXPECT(std::string(error.what()).find("ENOENT") != std::string::npos);
    failures++;
  });
  manager.start(cairn::service::locations);
  wait_for(manager, failures, 1);
  cairn::request short_one;
  short_one.timeout = 0.2;
  manager.ask([&](const std::optional<cairn::location> &place, const std::optional<cairn::error> &why) {
    EXPECT(!place && why->code == CAIRN_ERROR_TIMEOUT);
    answers++;
  }, short_one);
  wait_for(manager, answers, 1);
}

int main(int count, char **words) {
  const std::map<std::string, void (*)()> scenarios = {{"cplusplus-positions", positions},
                                                       {"cplusplus-constructor", constructor},
                                                       {"cplusplus-requests", requests},
                                                       {"cplusplus-regions", regions},
                                                       {"cplusplus-end-in-a-function", end_in_a_function},
                                                       {"cplusplus-replacement", replacement},
                                                       {"cplusplus-daemon-absent", absent}};
  if (count == 2 && words[1] == std::string("--list")) {
    for (const auto &scenario : scenarios) std::cout << scenario.first << " yes\n";
    return 0;
  }
  if (count != 3 || !scenarios.count(words[1])) return 64;
  source = words[2];
  scenarios.at(words[1])();
}
