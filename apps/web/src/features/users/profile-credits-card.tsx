import type { CreditLot, OwnProfile } from '@keyhour/contract/users'
import { Badge, Group, Text } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import classes from '#web/features/users/profile.module.css'
import { ProfileCard } from '#web/features/users/profile-card.tsx'
import { daysLeft } from '#web/features/users/rules.ts'
import { formatCredits } from '#web/format/money.ts'
import { formatDay, viewerZone } from '#web/format/time.ts'

export function ProfileCreditsCard({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('users')
  const { credit_balance, credit_lots } = profile
  return (
    <ProfileCard title={t('profile.credits.title')} text={t('profile.credits.text')}>
      <Text size="sm" c="dimmed">
        {t('profile.credits.balance')}
      </Text>
      <p className={classes.balance}>{formatCredits(credit_balance)}</p>
      {credit_lots.length === 0 ? (
        <Text c="dimmed">{t('profile.credits.none')}</Text>
      ) : (
        <ul className={classes.lots} aria-label={t('profile.credits.lots')}>
          {credit_lots.map((lot) => (
            <Lot key={lot.id} lot={lot} />
          ))}
        </ul>
      )}
    </ProfileCard>
  )
}

function Lot({ lot: { remaining, granted, expires_at } }: { lot: CreditLot }) {
  const { t } = useTranslation('users')
  const soon = daysLeft(expires_at, nowMs())
  return (
    <li className={classes.lot}>
      <span>
        {t('profile.credits.left', { remaining: formatCredits(remaining), granted: formatCredits(granted) })}
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
            : t('profile.credits.expires', { date: formatDay(expires_at, viewerZone()) })}
        </Text>
      </Group>
    </li>
  )
}
