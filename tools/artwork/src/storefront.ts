import { createRandom } from '@keyhour/server/src/demo/random.ts'
import { nightfall, shiningAll } from './colour.ts'
import { altbau } from './facades/altbau.ts'
import { bauhaus } from './facades/bauhaus.ts'
import type { Facade, FacadePlan } from './facades/facade.ts'
import { gardenHouse } from './facades/garden-house.ts'
import { glassTower } from './facades/glass-tower.ts'
import { stoneArches } from './facades/stone-arches.ts'
import { warehouse } from './facades/warehouse.ts'
import { hourOf, lightDefs, type Theme } from './light.ts'
import { picture, rect } from './shapes.ts'
import { backdrop, foreground, pavement } from './street.ts'
import { heaven } from './window-view.ts'

const facades: readonly ((plan: FacadePlan) => Facade)[] = [
  bauhaus,
  stoneArches,
  glassTower,
  warehouse,
  altbau,
  gardenHouse,
]

/** 1280 × 800. Six seeds in a row show six styles. */
export function storefront(seed: number, theme: Theme = 'light'): string {
  const random = createRandom(seed, 'storefront')
  const hour = hourOf(theme, random)
  const isEvening = theme === 'dark'
  const draw = facades[Math.abs(Math.trunc(seed)) % facades.length]!
  const house = draw({ random, isEvening })
  const painted = [
    backdrop(random, hour),
    pavement(),
    house.body,
    foreground(random, hour, house.trees),
  ].join('')
  return picture({
    name: `storefront-${seed}-${theme}`,
    width: 1280,
    height: 800,
    defs: lightDefs(hour),
    body: [
      rect([0, 0, 1280, 660], 'url(#sky)'),
      shiningAll(heaven([0, 0, 1280, 620], hour, random)),
      isEvening ? nightfall(painted) : painted,
      rect([0, 0, 1280, 800], 'url(#veil)'),
      house.halo,
    ].join(''),
  })
}
