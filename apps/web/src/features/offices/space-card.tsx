import type { SubOffice } from '@keyhour/contract/offices'
import type { Currency } from '@keyhour/contract/primitives'
import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/offices/offices.module.css'
import { pictureUrl, ratesOf } from '#web/features/offices/rules.ts'
import { formatMoney } from '#web/format/money.ts'

/** One space that can be rented: what it is, for how many, and what it asks. */
export function SpaceCard({ space, currency }: { space: SubOffice; currency: Currency }) {
  const { t } = useTranslation('offices')
  const picture = space.pictures[0]
  return (
    <li className={classes.space}>
      {picture && (
        <img
          className={classes.picture}
          src={pictureUrl('sub_office', picture)}
          alt={space.name}
          loading="lazy"
        />
      )}
      <div className={classes.words}>
        <Title order={3} size="h5">
          <bdi>{space.name}</bdi>
        </Title>
        <Text size="sm" c="dimmed">
          {t('typeFor', { type: t(`type.${space.type}`), count: space.capacity })}
        </Text>
        <ul className={classes.rates}>
          {ratesOf(space).map(({ cents, per }) => (
            <li key={per}>{t(`rate.${per}`, { price: formatMoney(cents, currency) })}</li>
          ))}
        </ul>
      </div>
    </li>
  )
}
