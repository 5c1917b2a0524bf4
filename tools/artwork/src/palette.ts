import { palette as productPalette } from '@keyhour/web/src/ui/palette.ts'

type Ramp = typeof productPalette.brass

const wood: Ramp = [
  '#F3E3CB',
  '#E7CCA6',
  '#D8B283',
  '#C69763',
  '#B07E4B',
  '#94663A',
  '#78502D',
  '#5D3D23',
  '#452D1A',
  '#2F1F13',
]

const skin: Ramp = [
  '#F9DFCB',
  '#F3CDB2',
  '#E8B997',
  '#DBA37D',
  '#C98B63',
  '#B0734D',
  '#925B3B',
  '#75462D',
  '#583422',
  '#3E2518',
]

export const palette = { ...productPalette, wood, skin }
