"""What PyInstaller starts: the entry point, as it is installed."""

from sevenplots import main

main()
