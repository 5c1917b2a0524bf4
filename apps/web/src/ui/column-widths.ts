import { z } from 'zod'

const Widths = z.record(z.string(), z.number().min(0).max(5000))
type Widths = z.infer<typeof Widths>

export function readWidths(key: string): Widths {
  try {
    return Widths.parse(JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch {
    return {}
  }
}

export function keepWidths(key: string, widths: Widths): void {
  try {
    if (Object.keys(widths).length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(widths))
  } catch {
    // Without storage, resizing still works.
  }
}
