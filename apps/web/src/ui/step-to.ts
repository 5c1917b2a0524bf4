type Grid = { at: number; cells: HTMLElement[]; isRtl: boolean }

/** The cell that an arrow key moves to; up and down follow the rows as they are laid out. */
export function stepTo(key: string, { at, cells, isRtl }: Grid): number {
  const top = cells[0]?.offsetTop
  const perRow = cells.filter((cell) => cell.offsetTop === top).length
  const forward = isRtl ? 'ArrowLeft' : 'ArrowRight'
  const backward = isRtl ? 'ArrowRight' : 'ArrowLeft'
  const steps: Record<string, number> = {
    [forward]: at + 1,
    [backward]: at - 1,
    ArrowDown: at + perRow,
    ArrowUp: at - perRow,
    Home: 0,
    End: cells.length - 1,
  }
  return steps[key] ?? -1
}
