import { expect, test } from 'vitest'
import { inQuarters } from '#server/features/businesses/rules.ts'

const month = (at: number) => `${2025 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`
const monthsIn = ({ from, to }: { from: string; to: string }) =>
  Array.from({ length: 36 }, (_, at) => month(at)).filter((one) => from <= one && one <= to)

test('whole quarters and the months around them are every month of a period, once', () => {
  for (let from = 0; from < 24; from += 1)
    for (let to = from; to < 24; to += 1) {
      const period = { from: month(from), to: month(to) }
      const { quarters, before, after } = inQuarters(period)
      const starts = monthsIn(quarters).filter((one) => /-(01|04|07|10)-/.test(one))
      const ofQuarters = starts.flatMap((start) => {
        const at = monthsIn({ from: month(0), to: start }).length - 1
        return [month(at), month(at + 1), month(at + 2)]
      })
      expect([...monthsIn(before), ...ofQuarters, ...monthsIn(after)]).toEqual(monthsIn(period))
      if (to - from >= 4) expect(starts).not.toEqual([])
    }
})
