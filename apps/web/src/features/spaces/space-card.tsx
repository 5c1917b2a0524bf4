import type { Space } from '@keyhour/contract/spaces'
import { rateOf, rateText, type Sought, spaceAddress } from '#web/features/spaces/rules.ts'
import classes from '#web/features/spaces/search.module.css'
import { useTexts } from '#web/features/spaces/texts.ts'
import { formatMoney } from '#web/format/money.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { StoredPicture } from '#web/ui/stored-picture.tsx'
import { TYPE_PICTURES } from '#web/ui/type-pictures.ts'

type Props = {
  space: Space
  sought: Sought
  language: string | null
  /** Its picture is loaded first. */
  isFirst: boolean
  isPointedAt: boolean
  onPoint: (officeId: number | null) => void
}

export function SpaceCard({ space, sought, language, isFirst, isPointedAt, onPoint }: Props) {
  const t = useTexts()
  const { office_id, sub_office_id, distance_km } = space
  return (
    <li
      className={classes.card}
      data-office={office_id}
      data-pointed={isPointedAt || undefined}
      onMouseEnter={() => onPoint(office_id)}
      onMouseLeave={() => onPoint(null)}
      onFocus={() => onPoint(office_id)}
      onBlur={() => onPoint(null)}
    >
      <CardPicture space={space} isFirst={isFirst} />
      <div className={classes.words}>
        <h2>
          <a href={spaceAddress(space, sought, language)}>
            <bdi>{space.name}</bdi>
          </a>
        </h2>
        <p className={classes.kind}>
          {t('space.typeFor', { type: t(`type.${space.type}`), count: space.capacity })}
        </p>
        <p className={classes.where}>
          {sub_office_id !== null && (
            <>
              <bdi>{space.office_name}</bdi>
              {' · '}
            </>
          )}
          <bdi>{space.address}</bdi>
          {distance_km !== null && (
            <span className={classes.distance}>{t('search.away', { km: far(distance_km) })}</span>
          )}
        </p>
        <ul className={classes.has} aria-label={t('field.amenities')}>
          {space.amenities.map((amenity) => (
            <li key={amenity} title={t(`amenity.${amenity}`)}>
              <Icon name={amenity} size={18} label={t(`amenity.${amenity}`)} />
            </li>
          ))}
        </ul>
        <div className={classes.offer}>
          <Price space={space} />
          <State space={space} />
        </div>
      </div>
    </li>
  )
}

const SEEN_AT = '(max-width: 640px) calc(100vw - 34px), 400px'

function CardPicture({ space: { picture, type }, isFirst }: Pick<Props, 'space' | 'isFirst'>) {
  if (picture === null)
    return <Picture of={TYPE_PICTURES[type].scene} alt="" sizes={SEEN_AT} eager={isFirst} />
  return <StoredPicture address={picture} sizes={SEEN_AT} isFirst={isFirst} />
}

function Price({ space }: { space: Space }) {
  const t = useTexts()
  const { cents, per } = rateOf(space)
  // No price yet.
  if (cents === 0) return null
  const price = formatMoney(cents, space.currency)
  return <p className={classes.price}>{t(rateText(space.type, per), { price })}</p>
}

function State({ space }: { space: Space }) {
  const { coming_soon, temporarily_closed, free, free_now, type } = space
  const t = useTexts()
  if (coming_soon) return <p className={classes.closed}>{t('space.comingSoon')}</p>
  if (temporarily_closed) return <p className={classes.closed}>{t('space.closed')}</p>
  if (free_now) return <p className={classes.free}>{t('search.freeNow')}</p>
  if (free === null) return null
  return (
    <p className={classes.free}>
      {type === 'open_space' ? t('search.seats', { count: free }) : t('search.isFree')}
    </p>
  )
}

const far = (km: number): string => (km < 10 ? km.toFixed(1) : String(Math.round(km)))
