"""What a program may try that a hostile document has taken over.

attempts.py SECRET PARENT - try all on the file SECRET, of somebody else, and the process PARENT;
prints "what: done" or "what: refused" for each.
"""
import ctypes
import os
import resource
import socket
import sys
import threading

secret, parent = sys.argv[1], int(sys.argv[2])


def open_files():
    found = []
    for number in range(1024):
        try:
            os.fstat(number)
            found.append(number)
        except OSError:
            pass
    print("open files:", *found)


def start_process():
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def start_thread():
    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()


def use_own_folder():
    os.mkdir("new")
    with open("new/a", "w") as file:
        file.write("text")
    os.rename("new/a", "b")
    with open("b") as file:
        assert file.read() == "text"
    os.remove("b")
    os.rmdir("new")


def raise_memory():
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def write(path):
    with open(path, "w") as file:
        file.write("text")


attempts = [
    ("use its own folder", use_own_folder),
    ("start a thread", start_thread),
    ("load a library", lambda: ctypes.CDLL("libm.so.6")),
    ("write to /dev/null", lambda: write("/dev/null")),
    ("signal itself", lambda: os.kill(os.getpid(), 0)),
    ("read a file", lambda: open(secret).read()),
    ("list a folder", lambda: os.listdir(os.path.dirname(secret))),
    ("write a new file", lambda: write(secret + ".new")),
    ("write over a file", lambda: open(secret, "r+").write("x")),
    ("cut a file", lambda: os.truncate(secret, 0)),
    ("remove a file", lambda: os.remove(secret + ".spare")),
    ("change the mode of a file", lambda: os.chmod(secret, 0o666)),
    ("change the times of a file", lambda: os.utime(secret, (0, 0))),
    ("make a link in its folder", lambda: os.symlink(secret, "link")),
    ("make a pipe in its folder", lambda: os.mkfifo("pipe")),
    ("open a socket", lambda: socket.socket(socket.AF_INET)),
    ("open a local socket", lambda: socket.socket(socket.AF_UNIX)),
    ("start a process", start_process),
    ("signal its parent", lambda: os.kill(parent, 0)),
    ("raise its limits", raise_memory),
]

open_files()
for name, attempt in attempts:
    try:
        attempt()
        print(name + ": done")
    except (OSError, RuntimeError, ValueError):
        print(name + ": refused")
