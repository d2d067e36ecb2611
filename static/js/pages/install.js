/** Registers the worker that keeps the shell, once the page is there; a browser without one needs nothing. */
if ("serviceWorker" in navigator) {
  const register = () =>
    // Past the HTTP cache, so that a new version of the worker is found at the next visit.
    navigator.serviceWorker.register("/sw.js", { scope: "/", updateViaCache: "none" }).catch(() => {});
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
