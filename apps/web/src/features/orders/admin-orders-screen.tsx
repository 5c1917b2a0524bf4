import searchArt from 'virtual:picture/empty-search'
import type { Office } from '@keyhour/contract/offices'
import { Anchor, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { officesQuery } from '#web/features/offices/api.ts'
import classes from '#web/features/orders/orders.module.css'
import { Message } from '#web/ui/message.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

/** Offices, and the sub-offices of the one that is chosen. */
export function AdminOrdersScreen() {
  const { t } = useTranslation('orders')
  const offices = useQuery(officesQuery)
  const [search, setSearch] = useSearchParams()
  const chosenId = Number(search.get('office'))

  return (
    <Page title={t('adminOrders')} wide>
      <QueryView
        query={offices}
        failure={t('failedToLoadOffices')}
        isEmpty={({ length }) => length === 0}
        empty={t('noOffices')}
      >
        {(all) => (
          <div className={classes.panels} data-chosen={search.has('office') || undefined}>
            <section className={classes.offices}>
              <Title order={2} size="h4">
                {t('offices')}
              </Title>
              <ul className={classes.list}>
                {all.map((office) => (
                  <li key={office.id}>
                    <button
                      type="button"
                      className={classes.choice}
                      aria-pressed={office.id === chosenId}
                      onClick={() => setSearch({ office: String(office.id) })}
                    >
                      <Text fw={600}>
                        <bdi>{office.name}</bdi>
                      </Text>
                      <Text size="sm" c="dimmed">
                        <bdi>{office.address}</bdi>
                      </Text>
                      {office.capacity !== null && (
                        <Text size="sm">{t('capacity', { count: office.capacity })}</Text>
                      )}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
            <SubOffices office={all.find(({ id }) => id === chosenId)} />
          </div>
        )}
      </QueryView>
    </Page>
  )
}

function SubOffices({ office }: { office: Office | undefined }) {
  const { t } = useTranslation('orders')
  if (!office) return <Message art={searchArt} title={t('chooseOffice')} />
  return (
    <section>
      <Anchor className={classes.back} component={Link} to="/admin-orders-dashboard">
        {t('backToOffices')}
      </Anchor>
      <Title order={2} size="h4">
        {t('subOfficesOf', { name: office.name })}
      </Title>
      {office.sub_offices.length === 0 ? (
        <p className={classes.none}>{t('noSubOffices')}</p>
      ) : (
        <ul className={classes.list}>
          {office.sub_offices.map((space) => (
            <li key={space.id} className={classes.order}>
              <Text fw={600}>
                <bdi>{space.name}</bdi>
              </Text>
              <Text size="sm" c="dimmed">
                {t('capacity', { count: space.capacity })}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
