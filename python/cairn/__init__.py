"""Where this device is: positions of the location service `cairnd`.

    import cairn

    print(cairn.locate(100))

    with cairn.Manager(10) as manager:
        for location in manager.locations():
            print(location.latitude, location.longitude, location.horizontal_accuracy)

The wishes of all programs meet in the service, which switches on what serves them for the least energy: a program that
needs a kilometre says 1000. `AsyncManager` is the same for asyncio. Pure Python, over the service's own socket.
"""
from .aio import AsyncManager
from .manager import Manager, locate, standard_socket
from .session import Event
from .values import *  # noqa: F401,F403
from .values import __all__ as _values

__version__ = "0.1.0"
__all__ = ["AsyncManager", "Event", "Manager", "locate", "standard_socket", *_values]
