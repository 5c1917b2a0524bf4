const EDGE_PX = 36
const STEP_PX = 14

let frameId = 0

/** Scrolls while the pointer rests at an edge of the frame; the latest call counts. `scrolled` answers whether to go on. */
export function scrollAtEdge(
  frame: HTMLElement | null,
  { x, y }: { x: number; y: number },
  scrolled: () => boolean,
): void {
  cancelAnimationFrame(frameId)
  if (!frame) return
  const { left, right, top, bottom } = frame.getBoundingClientRect()
  const by = { left: stepOf(x, left, right), top: stepOf(y, top, bottom) }
  if (by.left === 0 && by.top === 0) return
  const turn = () => {
    const before = [frame.scrollLeft, frame.scrollTop].join()
    frame.scrollBy(by)
    if ([frame.scrollLeft, frame.scrollTop].join() !== before && scrolled())
      frameId = requestAnimationFrame(turn)
  }
  frameId = requestAnimationFrame(turn)
}

function stepOf(at: number, from: number, to: number): number {
  if (at < from + EDGE_PX) return -STEP_PX
  return at > to - EDGE_PX ? STEP_PX : 0
}
