// Prints where the device is, once; exit code 1 where nobody can or may tell.
#include <cairn.hpp>
#include <iostream>

int main(int count, char **words) try {
  bool isDone = false, isFound = false;
  cairn::manager manager(cairn::options(), count > 1 ? words[1] : "");
  manager.on_failure([](const cairn::error &error) { std::cerr << error.what() << '\n'; });
  manager.ask([&](const std::optional<cairn::location> &here, const std::optional<cairn::error> &error) {
    isDone = true;
    isFound = here.has_value();
    if (!here) return void(std::cerr << error->what() << '\n');
    std::cout << here->latitude << ' ' << here->longitude;
    if (here->altitude) std::cout << ", " << *here->altitude << " m above the sea";
    std::cout << '\n';
  });
  while (!isDone && manager.wait() >= 0) {}
  return isFound ? 0 : 1;
} catch (const cairn::error &error) {
  std::cerr << error.what() << '\n';
  return 1;
}
