import type { Spot } from './solid.ts'

export type Piece = { z: number; rug?: string; shadow?: string; body: string; halo?: string }

export function arrange(pieces: readonly Piece[]): { things: string; halos: string } {
  const byDepth = [...pieces].sort((a, b) => a.z - b.z)
  const layer = (name: 'rug' | 'shadow' | 'body' | 'halo') =>
    byDepth.map((piece) => piece[name] ?? '').join('')
  return { things: layer('rug') + layer('shadow') + layer('body'), halos: layer('halo') }
}

export function onTop(table: Piece, things: readonly { at: Spot; body: string }[]): Piece {
  const sorted = [...things].sort((a, b) => a.at[2] - b.at[2])
  return { ...table, body: table.body + sorted.map((thing) => thing.body).join('') }
}
