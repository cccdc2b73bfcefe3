"""Faults of the machine: why the system refuses a file, a disk or a process, as it can be said in any language.

>>> import errno
>>> fault(OSError(errno.ENOSPC, "No space left on device", "games.pdn")).template
'No space left on device'
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from typing import Final

from damier.saying import Saying, said, say

FAULTS: Final[Mapping[int, Saying]] = {
    errno.EPERM: say("Operation not permitted"),
    errno.ENOENT: say("No such file or directory"),
    errno.EIO: say("Input/output error"),
    errno.ENXIO: say("No such device or address"),
    errno.ENOMEM: say("Cannot allocate memory"),
    errno.EACCES: say("Permission denied"),
    errno.EBUSY: say("Device or resource busy"),
    errno.EEXIST: say("File exists"),
    errno.ENODEV: say("No such device"),
    errno.ENOTDIR: say("Not a directory"),
    errno.EISDIR: say("Is a directory"),
    errno.ENFILE: say("Too many open files in system"),
    errno.EMFILE: say("Too many open files"),
    errno.EFBIG: say("File too large"),
    errno.ENOSPC: say("No space left on device"),
    errno.EROFS: say("Read-only file system"),
    errno.ENAMETOOLONG: say("File name too long"),
    errno.ELOOP: say("Too many levels of symbolic links"),
    errno.ETIMEDOUT: say("Connection timed out"),
    errno.ESTALE: say("Stale file handle"),
    errno.EDQUOT: say("Disk quota exceeded"),
}
"""What a file or a disk may be refused for, in the words of most systems."""


def fault(error: OSError) -> str:
    """Why the system refused, without the name of the file. What it has words of its own for is left in them."""
    if not error.strerror:
        return said(error)
    number = error.errno or 0
    is_usual = number in FAULTS and error.strerror == os.strerror(number)
    return FAULTS[number] if is_usual else error.strerror
