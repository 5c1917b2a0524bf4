import type { OwnerOffice } from '@keyhour/contract/owners'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation, useSearchParams } from 'react-router'
import { useOwnerChanges } from '#web/api/live.ts'
import { LiveNote } from '#web/app/live-note.tsx'
import { permissionsQuery } from '#web/features/auth/api.ts'
import { OWNER, type OwnedOffices, ownerOfficesQuery } from '#web/features/owners/api.ts'
import { OrderPanel } from '#web/features/owners/order-panel.tsx'
import { chosenOffice } from '#web/features/owners/rules.ts'
import { ownStatementsQuery } from '#web/features/statements/api.ts'
import { viewerZone } from '#web/format/time.ts'
import searchArt from '#web/pictures/empty-search.svg'
import { localPlace } from '#web/texts/local-place.ts'
import { AreaLinks, AreaSelect } from '#web/ui/area-links.tsx'
import { TitleArea } from '#web/ui/document-title.tsx'
import { Message } from '#web/ui/message.tsx'
import { useNextMoment } from '#web/ui/now.ts'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

const STATEMENTS = '/owner/statements'

const LINKS = [
  { to: '/owner', text: 'offices' },
  { to: '/owner/calendar', text: 'calendar' },
  { to: '/schedule', text: 'schedule' },
  { to: '/owner/prices', text: 'prices' },
  { to: '/owner/orders', text: 'orders' },
  { to: STATEMENTS, text: 'statements' },
  { to: '/owner/figures', text: 'figures' },
] as const

/** Screens that are not about one office. */
const OF_ALL_OFFICES = ['/owner', STATEMENTS]

/** The area of space owners. A role that is given or taken away changes it at once. */
export function OwnerFrame() {
  const { t } = useTranslation('owners')
  const queryClient = useQueryClient()
  const offices = useQuery(ownerOfficesQuery)
  const lookAgain = () => void queryClient.invalidateQueries({ queryKey: OWNER })
  // Times that pass are not announced by the server.
  useNextMoment(offices.data?.map(({ changes_at }) => changes_at) ?? [], lookAgain)
  const liveness = useOwnerChanges(() => {
    lookAgain()
    void queryClient.invalidateQueries({ queryKey: permissionsQuery.queryKey })
  })
  return (
    <TitleArea name={t('area')}>
      <QueryView
        shape="page"
        query={offices}
        loading={t('loading')}
        isEmpty={(list) => list.length === 0}
        empty={<NoOffices />}
      >
        {(list) => (
          <Area offices={list}>
            <LiveNote liveness={liveness} updatedAt={offices.dataUpdatedAt} zone={viewerZone()} />
          </Area>
        )}
      </QueryView>
    </TitleArea>
  )
}

/** `children` are beside the links. */
function Area({ offices, children }: { offices: OwnerOffice[]; children: ReactNode }) {
  const { t } = useTranslation('owners')
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const owned: OwnedOffices = { offices, office: chosenOffice(offices, search) }
  const chosen = search.has('office') ? `?office=${owned.office.id}` : ''
  return (
    <>
      <AreaLinks
        label={t('navigation')}
        links={LINKS.map(({ to, text }) => ({ to, text: t(`links.${text}`) }))}
        search={chosen}
      >
        {children}
        {offices.length > 1 && !OF_ALL_OFFICES.includes(pathname) && <OfficeSelect {...owned} />}
      </AreaLinks>
      <Outlet context={owned} />
      <OrderPanel office={owned.office} />
    </>
  )
}

/** The choice is kept in the address, and the rest of the address belonged to another office. */
function OfficeSelect({ offices, office }: OwnedOffices) {
  const { t } = useTranslation('owners')
  const [, setSearch] = useSearchParams()
  return (
    <AreaSelect
      label={t('office')}
      options={offices.map((one) => ({ id: one.id, name: localPlace(one).name }))}
      chosen={office.id}
      onChoose={(id) => setSearch({ office: id })}
    />
  )
}

function NoOffices() {
  const { t } = useTranslation('owners')
  const { pathname } = useLocation()
  const statements = useQuery(ownStatementsQuery(undefined, { page: 1, page_size: 1 }))
  if (pathname === STATEMENTS && statements.data?.total !== 0)
    return <Outlet context={{ offices: [] } satisfies Pick<OwnedOffices, 'offices'>} />
  return (
    <Page title={t('area')}>
      <Message
        art={searchArt}
        title={t('none.title')}
        text={t('none.text')}
        action={
          <>
            {statements.data && statements.data.total > 0 && (
              <Button component={Link} to={STATEMENTS}>
                {t('links.statements')}
              </Button>
            )}
            <Button variant="filled" component="a" href="/space-owners#write">
              {t('none.action')}
            </Button>
          </>
        }
      />
    </Page>
  )
}
