import { ANYTHING, asksForTime, type SpaceFilter } from '@keyhour/contract/space-filter'
import type { WaysOut } from '@keyhour/contract/spaces'
import type { MouseEvent, ReactNode } from 'react'
import { type FilterPart, partsOf, searchAddress, withoutPart } from '#web/features/spaces/rules.ts'
import classes from '#web/features/spaces/search.module.css'
import { SpaceCard } from '#web/features/spaces/space-card.tsx'
import { type SpaceTexts, useTexts } from '#web/features/spaces/texts.ts'
import type { Search } from '#web/features/spaces/use-search.ts'
import { signOf } from '#web/format/money.ts'
import { formatDate, formatWallRange } from '#web/format/time.ts'
import emptySearch from '#web/pictures/empty-search.svg'
import { follow } from '#web/ui/follow.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = { search: Search; onGo: () => void }

const NONE: WaysOut = { times: [], nearby: [], without: [] }

/** Offers other times, what is nearby, and the search without one of its filters. */
export function NothingFound({ search, onGo }: Props) {
  const t = useTexts()
  const { filter, found, answered } = search
  const { times, nearby, without } = found.ways_out ?? NONE
  const parts = partsOf(filter)
  const spacesWithout = (part: FilterPart) => without.find((one) => one.part === part)?.spaces ?? 0
  const leading = parts.filter((part) => spacesWithout(part) > 0)
  const offered = leading.length > 0 ? leading : parts
  return (
    <div className={classes.nothing}>
      <img src={emptySearch} alt="" width={160} height={120} />
      <h2>{t('search.nothing')}</h2>
      {parts.length === 0 && <p>{t('search.nothingAtAll')}</p>}
      {times.length > 0 && (
        <Ways title={t('search.otherTimes')}>
          {times.map(({ spaces, ...time }) => (
            <Way key={`${time.date} ${time.start}`} change={time} search={search} onGo={onGo}>
              <Icon name="clock" size={16} />
              {t('search.at', { when: timeInWords(time), count: spaces })}
            </Way>
          ))}
        </Ways>
      )}
      {offered.length > 0 && (
        <Ways title={t('search.letGo')}>
          {offered.map((part) => (
            <Way key={part} change={withoutPart(filter, part)} search={search} onGo={onGo}>
              <Icon name="close" size={16} />
              {spacesWithout(part) > 0
                ? t('search.at', { when: inWords(filter, part, t), count: spacesWithout(part) })
                : inWords(filter, part, t)}
            </Way>
          ))}
        </Ways>
      )}
      {parts.length > 1 && (
        <Way className="button" change={ANYTHING} search={search} onGo={onGo}>
          {t('search.startOver')}
        </Way>
      )}
      {nearby.length > 0 && (
        <section className={classes.nearby} aria-labelledby="nearby">
          <h3 id="nearby">{t('search.nearby', { place: answered.place })}</h3>
          <ul className={classes.cards}>
            {nearby.map((space) => (
              <SpaceCard
                key={`${space.office_id} ${space.sub_office_id}`}
                space={space}
                sought={filter}
                language={search.language}
                isFirst={false}
                isPointedAt={false}
                onPoint={() => {}}
              />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const Ways = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.ways}>
    <h3>{title}</h3>
    <ul className={classes.parts}>{children}</ul>
  </section>
)

type WayProps = Props & { change: Partial<SpaceFilter>; className?: string; children: ReactNode }

function Way({ search: { filter, change, language }, onGo, change: part, className, children }: WayProps) {
  const link = (
    <a
      className={className ?? classes.part}
      href={searchAddress({ ...filter, page: 1, ...part }, language)}
      onClick={(event: MouseEvent) =>
        follow(event, () => {
          onGo()
          change(part)
        })
      }
    >
      {children}
    </a>
  )
  return className ? link : <li>{link}</li>
}

type Time = WaysOut['times'][number]

const timeInWords = ({ date, start, end }: Pick<Time, 'date' | 'start' | 'end'>): string =>
  `${formatDate(date)}, ${formatWallRange(start, end)}`

function inWords(filter: SpaceFilter, part: FilterPart, t: SpaceTexts): string {
  switch (part) {
    case 'type':
      return filter.type ? t(`type.${filter.type}`) : ''
    case 'place':
      return filter.place
    case 'time':
      return asksForTime(filter) ? timeInWords(filter) : ''
    case 'people':
      return t('search.forPeople', { count: filter.people ?? 0 })
    case 'max_price':
      return t('search.upTo', { price: `${signOf(filter.currency)}${filter.max_price ?? 0}` })
    default:
      return t(`amenity.${part}`)
  }
}
