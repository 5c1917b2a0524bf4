import type { CreditLot } from '@keyhour/contract/users'
import { Anchor, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/app/home/home.module.css'
import { useOwnBusinesses } from '#web/features/businesses/api.ts'
import { spendable } from '#web/features/businesses/rules.ts'
import { profileQuery } from '#web/features/users/api.ts'
import { formatBalances, formatCredits, formatMoney } from '#web/format/money.ts'
import { formatLastDay } from '#web/format/time.ts'

/** The balance, and what of it expires first. */
export function CreditsCard() {
  const { t } = useTranslation('home')
  const { data: profile, isError } = useQuery(profileQuery)
  if (isError) return null
  const next = profile?.credit_lots.find(({ expires_at }) => expires_at !== null)
  return (
    <section className={classes.section} aria-labelledby="home-credits">
      <h2 id="home-credits">{t('credits.title')}</h2>
      {profile ? (
        <>
          <Text className={classes.balance}>
            {profile.credit_balances.length === 0
              ? t('credits.none')
              : formatBalances(profile.credit_balances)}
          </Text>
          {next && <Expiry lot={next} />}
          <OfCompanies />
          <Anchor component={Link} to="/credits" size="sm" className={classes.more}>
            {t('credits.buy')}
          </Anchor>
        </>
      ) : (
        <Skeleton height={72} />
      )}
    </section>
  )
}

function Expiry({ lot: { remaining, currency, expires_at } }: { lot: CreditLot }) {
  const { t } = useTranslation('home')
  return (
    <Text size="sm" c="dimmed">
      {t('credits.expires', { amount: formatCredits(remaining, currency), date: formatLastDay(expires_at!) })}
    </Text>
  )
}

/** What the person may spend of the credits of their companies. */
function OfCompanies() {
  const { t } = useTranslation('home')
  const { data: companies = [] } = useOwnBusinesses()
  if (companies.length === 0) return null
  return (
    <ul className={classes.rows}>
      {companies.map((company) => (
        <li key={company.id} className={classes.words}>
          <Text fw={600}>{formatMoney(spendable(company), company.currency)}</Text>
          <Text size="sm" c="dimmed">
            {t(company.monthly_limit === null ? 'credits.ofCompany' : 'credits.ofCompanyThisMonth', {
              company: company.name,
            })}
          </Text>
        </li>
      ))}
    </ul>
  )
}
