import type { Alternative } from '@keyhour/contract/availability'
import type { Office } from '@keyhour/contract/offices'
import { inLanguage } from '@keyhour/contract/place-names'
import { useEffect, useState } from 'react'
import { timeOffered } from '#web/features/availability/chosen-time.ts'
import { firstFreeAddress, getJson } from '#web/features/spaces/api.ts'
import classes from '#web/features/spaces/booking-box.module.css'
import { usePage } from '#web/features/spaces/page-context.tsx'
import type { Stay } from '#web/features/spaces/stay-rules.ts'
import { useTexts } from '#web/features/spaces/texts.ts'
import { formatDate, formatWallRange } from '#web/format/time.ts'

type Props = { office: Office; stay: Stay; onChange: (stay: Stay) => void }

/** For a day that is full: the first free time there is, that day in another space or later in this one. */
export function FreeInstead({ office, stay, onChange }: Props) {
  const t = useTexts()
  const { language } = usePage()
  const offers = useOffers(firstFreeAddress(office.id, stay.sub_office_id, stay.date))
  if (offers.length === 0) return null
  return (
    <div className={classes.instead}>
      <p>{t('book.firstFree')}</p>
      <ul>
        {offers.map((offer) => {
          const { date, start, end, sub_office_id } = offer
          const when = start && end ? `${formatDate(date)}, ${formatWallRange(start, end)}` : formatDate(date)
          return (
            <li key={`${sub_office_id} ${date}`}>
              <button
                type="button"
                className="button"
                onClick={() => onChange({ ...timeOffered(offer, office), sub_office_id })}
              >
                {sub_office_id !== stay.sub_office_id && <bdi>{inLanguage(language, offer).name}</bdi>}
                <span>{when}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function useOffers(address: string): Alternative[] {
  const [found, setFound] = useState<{ at: string; offers: Alternative[] } | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    getJson<Alternative[]>(address, leaving.signal).then(
      (offers) => setFound({ at: address, offers }),
      // The day can still be changed by hand.
      () => undefined,
    )
    return () => leaving.abort()
  }, [address])
  return found?.at === address ? found.offers : []
}
