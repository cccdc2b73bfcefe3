"""``python -m damier``: the command line, wherever the script is not on the path."""

from damier.cli import main

if __name__ == "__main__":
    main()
