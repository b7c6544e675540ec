"""What a device is called in the list of those that are logged in."""

from __future__ import annotations

# What names a browser or a system in the User-Agent header; the first that is found counts, as others pretend to be it.
BROWSERS = {
    "Firefox/": "Firefox", "FxiOS/": "Firefox", "Edg": "Edge", "OPR/": "Opera", "SamsungBrowser/": "Samsung Internet",
    "CriOS/": "Chrome", "Chrome/": "Chrome", "Safari/": "Safari",
}  # fmt: skip
SYSTEMS = {
    "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "CrOS": "ChromeOS", "Windows": "Windows", "Mac OS X": "Mac",
    "Linux": "Linux",
}  # fmt: skip


def device_name(agent: str) -> str:
    """The browser and the system that a User-Agent header names, in words; "A program" for anything else."""
    browser = next((name for sign, name in BROWSERS.items() if sign in agent), "")
    system = next((name for sign, name in SYSTEMS.items() if sign in agent), "")
    if not browser:
        return "A program"
    return f"{browser} on {system}" if system else browser
