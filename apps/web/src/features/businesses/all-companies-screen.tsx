import type { AdminBusiness } from '@keyhour/contract/businesses'
import { Anchor, Badge, Button, Stack, Text } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { allCompaniesQuery } from '#web/features/businesses/api.ts'
import classes from '#web/features/businesses/businesses.module.css'
import { companiesView } from '#web/features/businesses/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatDay, viewerZone } from '#web/format/time.ts'
import { useView } from '#web/ui/address.ts'
import { Page } from '#web/ui/page.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'

/** For admins: every company, closed ones too, each with the way to its pages. */
export function AllCompaniesScreen() {
  const { t } = useTranslation('businesses')
  const [view, changeView] = useView(companiesView)
  const companies = useQuery(allCompaniesQuery(view))
  return (
    <Page
      title={t('all.title')}
      actions={
        <Button
          component={Link}
          to="/admin-dashboard?tab=payments"
          leftSection={<IconReceipt aria-hidden size={18} />}
        >
          {t('all.purchases')}
        </Button>
      }
    >
      <Stack gap="md">
        <SearchBox
          className={classes.narrow}
          aria-label={t('all.searchLabel')}
          placeholder={t('all.search')}
          q={view.q}
          onSearch={(q) => changeView({ q }, { replace: true })}
        />
        <PagedList
          query={companies}
          view={view}
          onView={changeView}
          failure={t('all.failed')}
          empty={t(view.q === '' ? 'all.none' : 'all.noneFound')}
          found={(count) => t('all.found', { count })}
        >
          {(rows: AdminBusiness[]) => (
            <ul className={classes.rows} aria-label={t('all.title')}>
              {rows.map((company) => (
                <li key={company.id} className={classes.row}>
                  <Company company={company} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </Stack>
    </Page>
  )
}

function Company({ company }: { company: AdminBusiness }) {
  const { t } = useTranslation('businesses')
  const { id, name, people, left, currency, created_at, closed_at } = company
  const day = (moment: string) => formatDay(moment, viewerZone())
  return (
    <>
      <div className={classes.words}>
        <Anchor component={Link} to={`/company/${id}`} fw={500}>
          <bdi>{name}</bdi>
        </Anchor>
        <Text size="sm" c="dimmed">
          {[
            closed_at === null && t('people.found', { count: people }),
            t('all.since', { date: day(created_at) }),
            closed_at !== null && t('all.until', { date: day(closed_at) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <div className={classes.end}>
        {closed_at !== null && <Badge color="gray">{t('all.closed')}</Badge>}
        <span className={classes.sums}>{t('all.left', { left: formatMoney(left, currency) })}</span>
      </div>
    </>
  )
}
