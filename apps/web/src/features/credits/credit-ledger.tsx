import { ExportFormat } from '@keyhour/contract/all-orders'
import type { CreditEntry } from '@keyhour/contract/credits'
import { Anchor, Button, Center, Group, Menu, Text, Title } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { creditEntriesQuery, exportCreditEntries } from '#web/features/credits/api.ts'
import classes from '#web/features/credits/ledger.module.css'
import { formatCredits } from '#web/format/money.ts'
import { formatDayAndTime, viewerZone } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
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
        {ledger.data?.pages[0]?.entries.length !== 0 && <ExportButton userId={userId} />}
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
            <bdi>{placeOf(entry) ?? t('ledger.order', { id: order_id })}</bdi>
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
  return sub_office === null ? office : `${sub_office} · ${office}`
}

function ExportButton({ userId }: { userId: number | null }) {
  const { t, i18n } = useTranslation('credits')
  const language = i18n.language as 'en' | 'he'
  const save = useMutation({
    mutationFn: (format: ExportFormat) => exportCreditEntries(userId, { format, language }),
    onError: (error) => notify(refusalText(error), 'error'),
  })
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <Button
          size="xs"
          loading={save.isPending}
          leftSection={<IconDownload aria-hidden size={16} />}
          rightSection={<IconChevronDown aria-hidden size={14} />}
        >
          {t('ledger.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ExportFormat.options.map((format) => (
          <Menu.Item key={format} onClick={() => save.mutate(format)}>
            {t(`ledger.as.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
