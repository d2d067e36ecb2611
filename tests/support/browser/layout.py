"""What pages are measured by: nothing sticks out, and fingers fit."""

PARTS = "a:not(.skip), button, input, select, h1, h2, p, .panel"
STICKS_OUT = """([selector, downwards]) => [...document.querySelectorAll(selector)]
  .filter(one => one.checkVisibility() && !one.closest(".scroll-x"))
  .filter(one => {
    const {left, right, top, bottom} = one.getBoundingClientRect();
    return left < -1 || right > innerWidth + 1 || (downwards && (top < -1 || bottom > innerHeight + 1));
  }).map(one => one.outerHTML.slice(0, 90))"""
"""Elements that are not wholly on the screen."""
SCROLLS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
FINGER = 24
"""Pixels that a finger needs at least (WCAG 2.2, target size)."""
