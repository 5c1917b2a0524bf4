import type { LedgerEntry, UserDetails } from '@keyhour/contract/admin-users'
import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ledgerQuery } from '#web/features/admin-users/api.ts'
import { PagedPart } from '#web/features/admin-users/paged-part.tsx'
import classes from '#web/features/admin-users/users.module.css'
import { formatCredits } from '#web/format/money.ts'
import { formatDay, formatDayAndTime, viewerZone } from '#web/format/time.ts'
import { SoftText } from '#web/ui/soft-text.tsx'

export function UserCredits({ user }: { user: UserDetails }) {
  const { t } = useTranslation('admin-users')
  const { id, credit_balance, credit_lots } = user
  return (
    <Stack gap="lg">
      <div>
        <SoftText>{t('drawer.balance')}</SoftText>
        <p className={classes.balance}>{formatCredits(credit_balance)}</p>
      </div>
      <section>
        <Title order={3} size="h5" mb="xs">
          {t('drawer.lots')}
        </Title>
        {credit_lots.length === 0 ? (
          <p className={classes.none}>{t('drawer.noLots')}</p>
        ) : (
          <ul className={classes.entries} aria-label={t('drawer.lots')}>
            {credit_lots.map((lot) => (
              <li key={lot.id} className={classes.entry}>
                <span>
                  {t('drawer.left', {
                    remaining: formatCredits(lot.remaining),
                    granted: formatCredits(lot.granted),
                  })}
                </span>
                <SoftText>
                  {lot.expires_at === null
                    ? t('drawer.never')
                    : t('drawer.expires', { date: formatDay(lot.expires_at, viewerZone()) })}
                </SoftText>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <Title order={3} size="h5" mb="xs">
          {t('drawer.ledger')}
        </Title>
        <PagedPart
          query={(page) => ledgerQuery(id, page)}
          label={t('drawer.ledger')}
          empty={t('drawer.noLedger')}
        >
          {(entry) => <Entry entry={entry} />}
        </PagedPart>
      </section>
    </Stack>
  )
}

function Entry({ entry }: { entry: LedgerEntry }) {
  const { t } = useTranslation('admin-users')
  const { kind, amount, at, order_id, description, actor_name } = entry
  return (
    <>
      <div className={classes.words}>
        <Text>{t(`drawer.kind.${kind}`)}</Text>
        <SoftText>
          {formatDayAndTime(at, viewerZone())}
          {actor_name && kind === 'grant' && <bdi>, {t('drawer.by', { name: actor_name })}</bdi>}
        </SoftText>
        {description && (
          <Text size="sm">
            <bdi>{description}</bdi>
          </Text>
        )}
        {order_id && (
          <Anchor size="sm" component={Link} to={`/order/${order_id}`}>
            {t('drawer.forOrder', { id: order_id })}
          </Anchor>
        )}
      </div>
      <span className={classes.figure} dir="ltr">
        {amount > 0 ? `+${formatCredits(amount)}` : formatCredits(amount)}
      </span>
    </>
  )
}
