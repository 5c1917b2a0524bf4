import type { Office, SubOffice } from '@keyhour/contract/offices'
import { withTax } from '@keyhour/contract/price'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ratesOf } from '#web/features/availability/rates.ts'
import classes from '#web/features/bookings/booking.module.css'
import { pictureOf } from '#web/features/bookings/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { localPlace } from '#web/texts/local-place.ts'

type Props = { space: SubOffice; office: Pick<Office, 'currency' | 'tax_percent'>; onChoose: () => void }

export function SpaceOption({ space, office, onChoose }: Props) {
  const { t } = useTranslation('booking')
  const picture = pictureOf(space)
  return (
    <li className={classes.space}>
      <button type="button" className={classes.choose} onClick={onChoose}>
        {picture && <img className={classes.picture} src={picture} alt="" loading="lazy" />}
        <span className={classes.words}>
          <Text component="span" fw={600}>
            <bdi>{localPlace(space).name}</bdi>
          </Text>
          <Text component="span" size="sm" c="dimmed">
            {t('typeFor', { type: t(`type.${space.type}`), count: space.capacity })}
          </Text>
          <span className={classes.rates}>
            {ratesOf(space).map(({ cents, per }) => (
              <span key={per}>
                {t(`rate.${per}`, {
                  price: formatMoney(withTax(cents, office.tax_percent), office.currency),
                })}
              </span>
            ))}
          </span>
        </span>
      </button>
    </li>
  )
}
