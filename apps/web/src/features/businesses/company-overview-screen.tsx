import type { Business } from '@keyhour/contract/businesses'
import { Alert, Anchor, Button } from '@mantine/core'
import { IconAlertTriangle, IconCoins, IconUserPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/features/businesses/businesses.module.css'
import { useCompany, useOwnRole } from '#web/features/businesses/company-frame.tsx'
import { CompanyOrders } from '#web/features/businesses/company-orders.tsx'
import { CompanyPart } from '#web/features/businesses/company-part.tsx'
import { isLow } from '#web/features/businesses/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatCount } from '#web/format/share.ts'

export function CompanyOverviewScreen() {
  const { t } = useTranslation('businesses')
  const company = useCompany()
  const mayBuy = useOwnRole() === 'manager'
  const { id, currency, left, spent_this_month, people, invited } = company
  return (
    <CompanyPart
      title={t('part.overview')}
      actions={
        <>
          <Button
            component={Link}
            to={`/company/${id}/people`}
            leftSection={<IconUserPlus aria-hidden size={18} />}
          >
            {t('people.invite')}
          </Button>
          {mayBuy && (
            <Button
              component={Link}
              to={`/company/${id}/credits`}
              variant="filled"
              leftSection={<IconCoins aria-hidden size={18} />}
            >
              {t('overview.buy')}
            </Button>
          )}
        </>
      }
    >
      {!company.closed_at && <PoolWarning company={company} />}
      <dl className={classes.figures}>
        <Figure name={t('overview.left')}>{formatMoney(left, currency)}</Figure>
        <Figure name={t('overview.spent')}>{formatMoney(spent_this_month, currency)}</Figure>
        <Figure
          name={t('overview.people')}
          note={
            invited > 0 && (
              <Anchor component={Link} to={`/company/${id}/people`} size="sm">
                {t('overview.invited', { count: invited })}
              </Anchor>
            )
          }
        >
          {formatCount(people)}
        </Figure>
      </dl>
      <CompanyOrders person={undefined} isShort />
    </CompanyPart>
  )
}

function Figure({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {note && <dd className={classes.note}>{note}</dd>}
    </div>
  )
}

function PoolWarning({ company }: { company: Business }) {
  const { t } = useTranslation('businesses')
  const { left, currency } = company
  if (left > 0 && !isLow(company)) return null
  return (
    <Alert color="brass" variant="light" icon={<IconAlertTriangle aria-hidden />} role="status">
      {left > 0 ? t('overview.low', { left: formatMoney(left, currency) }) : t('overview.empty')}
    </Alert>
  )
}
