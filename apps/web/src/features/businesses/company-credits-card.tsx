import type { OwnBusiness } from '@keyhour/contract/businesses'
import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/features/businesses/businesses.module.css'
import { LeaveButton } from '#web/features/businesses/leave-button.tsx'
import { spendable } from '#web/features/businesses/rules.ts'
import { formatMoney } from '#web/format/money.ts'

/** What a person may spend of the credits of one company. */
export function CompanyCreditsCard({ company }: { company: OwnBusiness }) {
  const { t } = useTranslation('businesses')
  const { id, name, role, currency, monthly_limit, used_this_month, allowed_types } = company
  const money = (cents: number) => formatMoney(cents, currency)
  return (
    <li className={classes.company}>
      <div className={classes.words}>
        <Text fw={600}>
          <bdi>{name}</bdi>
        </Text>
        <Text>{t('mine.left', { left: money(spendable(company)) })}</Text>
        <Text size="sm" c="dimmed">
          {monthly_limit === null
            ? t('mine.used', { used: money(used_this_month) })
            : t('mine.usedOf', { used: money(used_this_month), limit: money(monthly_limit) })}
        </Text>
        <Text size="sm" c="dimmed">
          {allowed_types === null
            ? t('allTypes')
            : t('mine.onlyTypes', { types: allowed_types.map((type) => t(`type.${type}`)).join(', ') })}
        </Text>
      </div>
      {role === 'manager' ? (
        <Anchor component={Link} to={`/company/${id}`}>
          {t('mine.manage')}
        </Anchor>
      ) : (
        <LeaveButton id={id} name={name} to="/profile" />
      )}
    </li>
  )
}
