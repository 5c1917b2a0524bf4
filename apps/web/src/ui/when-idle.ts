/** After the page has loaded and has nothing more urgent to do. Answers how to call it off. */
export function whenIdle(act: () => void): () => void {
  let isOff = false
  const go = () => {
    if (!isOff) act()
  }
  // Safari has no such thing.
  const wait = () => ('requestIdleCallback' in window ? window.requestIdleCallback(go) : setTimeout(go, 200))
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
  return () => {
    isOff = true
    window.removeEventListener('load', wait)
  }
}
