import type { CreditLot, OwnProfile } from '@keyhour/contract/users'
import { Badge, Button, Group, Text } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { nowMs } from '#web/clock.ts'
import { CreditLedger } from '#web/features/credits/credit-ledger.tsx'
import classes from '#web/features/users/profile.module.css'
import { ProfileCard } from '#web/features/users/profile-card.tsx'
import { daysLeft } from '#web/features/users/rules.ts'
import { formatBalances, formatCredits } from '#web/format/money.ts'
import { formatLastDay } from '#web/format/time.ts'

export function ProfileCreditsCard({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('users')
  const { credit_balances, credits_set_aside, credit_lots } = profile
  return (
    <ProfileCard title={t('profile.credits.title')} text={t('profile.credits.text')}>
      <Text size="sm" c="dimmed">
        {t('profile.credits.balance')}
      </Text>
      <p className={classes.balance}>{formatBalances(credit_balances)}</p>
      {credits_set_aside.length > 0 && (
        <Text size="sm" c="dimmed" mb="md">
          {t('profile.credits.setAside', { credits: formatBalances(credits_set_aside) })}
        </Text>
      )}
      <Button component={Link} to="/credits" mb="md">
        {t('profile.credits.buy')}
      </Button>
      {credit_lots.length === 0 ? (
        <Text c="dimmed">{t('profile.credits.none')}</Text>
      ) : (
        <ul className={classes.lots} aria-label={t('profile.credits.lots')}>
          {credit_lots.map((lot) => (
            <Lot key={lot.id} lot={lot} />
          ))}
        </ul>
      )}
      <div className={classes.ledger}>
        <CreditLedger userId={null} />
      </div>
    </ProfileCard>
  )
}

function Lot({ lot: { currency, remaining, granted, expires_at } }: { lot: CreditLot }) {
  const { t } = useTranslation('users')
  const soon = daysLeft(expires_at, nowMs())
  return (
    <li className={classes.lot}>
      <span>
        {t('profile.credits.left', {
          remaining: formatCredits(remaining, currency),
          granted: formatCredits(granted, currency),
        })}
      </span>
      <Group gap="sm">
        {soon !== null && (
          <Badge variant="light" tt="none" leftSection={<IconClockExclamation aria-hidden size={16} />}>
            {t('profile.credits.soon', { count: soon })}
          </Badge>
        )}
        <Text c="dimmed">
          {expires_at === null
            ? t('profile.credits.never')
            : t('profile.credits.expires', { date: formatLastDay(expires_at) })}
        </Text>
      </Group>
    </li>
  )
}
