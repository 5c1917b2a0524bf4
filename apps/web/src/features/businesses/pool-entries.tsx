import type { PoolEntry } from '@keyhour/contract/business-credits'
import { Button, Center, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { exportPoolEntries, poolEntriesQuery } from '#web/features/businesses/api.ts'
import classes from '#web/features/businesses/businesses.module.css'
import { useCompany } from '#web/features/businesses/company-frame.tsx'
import { CompanySection } from '#web/features/businesses/company-part.tsx'
import { hadPerson } from '#web/features/businesses/rules.ts'
import { ExportButton } from '#web/features/credits/export-button.tsx'
import { formatMoney } from '#web/format/money.ts'
import { formatDayAndTime, viewerZone } from '#web/format/time.ts'
import { localPlace, spaceAndOffice } from '#web/texts/local-place.ts'
import { QueryView } from '#web/ui/query-view.tsx'

/** Everything that came into the pool and went out of it, the newest first. */
export function PoolEntries() {
  const { t } = useTranslation('businesses')
  const { id } = useCompany()
  const ledger = useInfiniteQuery(poolEntriesQuery(id))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = ledger
  const isEmpty = ledger.data?.pages[0]?.entries.length === 0
  return (
    <CompanySection
      id="pool-entries"
      title={t('entries.title')}
      actions={!isEmpty && <ExportButton save={(file) => exportPoolEntries(id, file)} />}
    >
      <QueryView
        query={ledger}
        loading={t('entries.loading')}
        isEmpty={() => isEmpty}
        empty={<p className={classes.none}>{t('entries.none')}</p>}
      >
        {({ pages }) => (
          <>
            <ul className={classes.rows} aria-labelledby="pool-entries">
              {pages
                .flatMap(({ entries }) => entries)
                .map((entry) => (
                  <li key={entry.id} className={classes.row}>
                    <Entry entry={entry} />
                  </li>
                ))}
            </ul>
            {hasNextPage && (
              <Center mt="md">
                <Button onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
                  {t('more')}
                </Button>
              </Center>
            )}
          </>
        )}
      </QueryView>
    </CompanySection>
  )
}

function Entry({ entry }: { entry: PoolEntry }) {
  const { t } = useTranslation(['businesses', 'credits'])
  const { currency } = useCompany()
  const { kind, amount, at, description, person_name } = entry
  const { office, sub_office } = localPlace(entry)
  const person = person_name ?? (hadPerson(entry) ? t('usage.gone') : null)
  const place = office && spaceAndOffice(sub_office, office)
  return (
    <>
      <div className={classes.words}>
        <Text fw={500}>{t(`credits:ledger.kind.${kind}`)}</Text>
        {description && (
          <Text size="sm">
            <bdi>{description}</bdi>
          </Text>
        )}
        {place && <Text size="sm">{place}</Text>}
        <Text size="sm" c="dimmed">
          {person && (
            <>
              <bdi>{person}</bdi> ·{' '}
            </>
          )}
          {formatDayAndTime(at, viewerZone())}
        </Text>
      </div>
      <span className={classes.sums} dir="ltr">
        {amount > 0 && '+'}
        {formatMoney(amount, currency)}
      </span>
    </>
  )
}
