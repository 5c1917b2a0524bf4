const TURN_MS = 10_000

/** Shows the next type every ten seconds, unless paused, hovered, focused or without motion. */
export function startShowcase(showcase: HTMLElement): void {
  const choices = [...showcase.querySelectorAll<HTMLInputElement>('input[type="radio"]')]
  const pause = showcase.querySelector<HTMLButtonElement>('[data-pause]')
  const wantsNoMotion = matchMedia('(prefers-reduced-motion: reduce)')
  let turn: ReturnType<typeof setTimeout> | undefined

  // A click leaves the focus behind; only keyboard focus counts.
  const isLookedAt = () => showcase.matches(':hover') || showcase.querySelector(':focus-visible') !== null

  function wait(): void {
    clearTimeout(turn)
    if (pause) pause.hidden = wantsNoMotion.matches
    const standsStill = wantsNoMotion.matches || 'paused' in showcase.dataset || isLookedAt()
    if (!standsStill) turn = setTimeout(advance, TURN_MS)
  }

  function advance(): void {
    const next = choices[(choices.findIndex(({ checked }) => checked) + 1) % choices.length]
    if (next) next.checked = true
    wait()
  }

  for (const event of ['mouseenter', 'mouseleave', 'focusin', 'change'])
    showcase.addEventListener(event, wait)
  pause?.addEventListener('click', () => {
    showcase.toggleAttribute('data-paused')
    wait()
  })
  // While the focus moves, no element has it.
  showcase.addEventListener('focusout', () => setTimeout(wait))
  wantsNoMotion.addEventListener('change', wait)
  wait()
  preload(showcase)
}

/** A picture still loading when it is due would leave a gap. */
function preload(showcase: HTMLElement): void {
  const fetchAll = () => {
    for (const picture of showcase.querySelectorAll('img')) picture.loading = 'eager'
  }
  if (getComputedStyle(showcase).display === 'none') return
  if (document.readyState === 'complete') fetchAll()
  else window.addEventListener('load', fetchAll, { once: true })
}
