"""What a page says for a moment, over the table or to a screen reader: kept, so that nothing is missed."""

from typing import Any

from playwright.sync_api import Page

KEEP = """(() => {
  window.toasts = new Map();
  window.spoken = new Set();
  new MutationObserver(() => {
    for (const one of document.querySelectorAll(".toast"))
      toasts.set(one.textContent.trim(), one.getBoundingClientRect().toJSON());
    for (const one of document.querySelectorAll("[data-testid=announcer]"))
      spoken.add(one.textContent.trim());
  }).observe(document, { childList: true, characterData: true, subtree: true });
})()"""
WAS_SAID = """words => {
  const wanted = new RegExp(words);
  return [...toasts.keys(), ...spoken].some(text => wanted.test(text));
}"""
WAS_SPOKEN = "words => [...spoken].some(text => new RegExp(words).test(text))"
BOX_OF_TOAST = """words => {
  const wanted = new RegExp(words);
  return [...toasts].find(([text]) => wanted.test(text))?.[1];
}"""


def keep_messages(page: Page) -> Page:
    """Let a page keep its messages from the next load on."""
    page.add_init_script(KEEP)
    return page


def wait_for_message(page: Page, words: str) -> None:
    """Wait until a message that matches the regular expression has been said since the page was loaded."""
    page.wait_for_function(WAS_SAID, arg=words)


def wait_for_announcement(page: Page, words: str) -> None:
    """Wait until a screen reader has been told so since the page was loaded."""
    page.wait_for_function(WAS_SPOKEN, arg=words)


def wait_for_toast(page: Page, words: str) -> dict[str, Any]:
    """Wait until this was shown over the table since the page was loaded; returns the box it had."""
    box: dict[str, Any] = page.wait_for_function(BOX_OF_TOAST, arg=words).json_value()
    return box
