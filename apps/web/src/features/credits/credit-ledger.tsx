import type { CreditEntry } from '@keyhour/contract/credits'
import { Anchor, Button, Center, Group, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { creditEntriesQuery, exportCreditEntries } from '#web/features/credits/api.ts'
import { ExportButton } from '#web/features/credits/export-button.tsx'
import classes from '#web/features/credits/ledger.module.css'
import { formatCredits } from '#web/format/money.ts'
import { formatDayAndTime, viewerZone } from '#web/format/time.ts'
import { localPlace, spaceAndOffice } from '#web/texts/local-place.ts'
import { QueryView } from '#web/ui/query-view.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

/** Every movement of credits in words, the newest first: the caller's own, or for admins those of a user. */
export function CreditLedger({ userId }: { userId: number | null }) {
  const { t } = useTranslation('credits')
  const ledger = useInfiniteQuery(creditEntriesQuery(userId))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = ledger
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5">
          {t('ledger.title')}
        </Title>
        {ledger.data?.pages[0]?.entries.length !== 0 && (
          <ExportButton save={(file) => exportCreditEntries(userId, file)} />
        )}
      </Group>
      <QueryView
        query={ledger}
        loading={t('ledger.loading')}
        isEmpty={({ pages }) => pages[0]?.entries.length === 0}
        empty={<SoftText>{t('ledger.none')}</SoftText>}
      >
        {({ pages }) => (
          <>
            <ul className={classes.entries} aria-label={t('ledger.title')}>
              {pages
                .flatMap(({ entries }) => entries)
                .map((entry) => (
                  <li key={entry.id} className={classes.entry}>
                    <Entry entry={entry} />
                  </li>
                ))}
            </ul>
            {hasNextPage && (
              <Center>
                <Button onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
                  {t('ledger.more')}
                </Button>
              </Center>
            )}
          </>
        )}
      </QueryView>
    </section>
  )
}

function Entry({ entry }: { entry: CreditEntry }) {
  const { t } = useTranslation('credits')
  const { kind, amount, balance, currency, at, order_id, description, actor_name } = entry
  const isByHand = kind === 'grant' || kind === 'correct'
  return (
    <>
      <div className={classes.words}>
        <Text>{t(`ledger.kind.${kind}`)}</Text>
        {description && (
          <Text size="sm">
            <bdi>{description}</bdi>
          </Text>
        )}
        {order_id && (
          <Anchor size="sm" component={Link} to={`/order/${order_id}`}>
            {placeOf(entry) ?? t('ledger.order', { id: order_id })}
          </Anchor>
        )}
        <SoftText>
          {formatDayAndTime(at, viewerZone())}
          {actor_name && isByHand && <bdi>, {t('ledger.by', { name: actor_name })}</bdi>}
        </SoftText>
      </div>
      <div className={classes.sums}>
        <span dir="ltr">
          {amount > 0 && '+'}
          {formatCredits(amount, currency)}
        </span>
        <SoftText>{t('ledger.balance', { balance: formatCredits(balance, currency) })}</SoftText>
      </div>
    </>
  )
}

function placeOf(entry: CreditEntry): string | null {
  const { office, sub_office } = localPlace(entry)
  return office && spaceAndOffice(sub_office, office)
}
