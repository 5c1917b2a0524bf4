/** Acts after the page has loaded and is idle. Returns how to cancel. */
export function whenIdle(act: () => void): () => void {
  let isOff = false
  const go = () => {
    if (!isOff) act()
  }
  // Safari has no `requestIdleCallback`.
  const wait = () => ('requestIdleCallback' in window ? window.requestIdleCallback(go) : setTimeout(go, 200))
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
  return () => {
    isOff = true
    window.removeEventListener('load', wait)
  }
}
