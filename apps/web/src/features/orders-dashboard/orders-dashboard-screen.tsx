import type { DashboardOffice, DashboardSubOffice } from '@keyhour/contract/orders-dashboard'
import { useDirection } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfficeChanges } from '#web/api/live.ts'
import { officeQuery } from '#web/features/offices/api.ts'
import {
  activeOrdersQuery,
  DASHBOARD,
  dashboardOfficesQuery,
  subOfficesQuery,
} from '#web/features/orders-dashboard/api.ts'
import { OfficesPanel } from '#web/features/orders-dashboard/offices-panel.tsx'
import { ActiveOrderPanel } from '#web/features/orders-dashboard/order-panel.tsx'
import classes from '#web/features/orders-dashboard/orders-dashboard.module.css'
import { OrdersPanel } from '#web/features/orders-dashboard/orders-panel.tsx'
import {
  choose,
  depthOf,
  isStray,
  officesInUseView,
  readSelection,
  type Space,
  type Step,
  wholeOf,
} from '#web/features/orders-dashboard/rules.ts'
import { SubOfficesPanel } from '#web/features/orders-dashboard/sub-offices-panel.tsx'
import { moveAcross, usePanelFocus } from '#web/features/orders-dashboard/use-panel-focus.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { useAddress } from '#web/ui/address.ts'
import { Page } from '#web/ui/page.tsx'

/** Drills down from an office to a space, to its active orders, to the customer of an order. */
export function OrdersDashboardScreen() {
  const { t } = useTranslation('orders-dashboard')
  const [search, setSearch] = useAddress()
  const [view, choice] = [officesInUseView.read(search), readSelection(search)]
  const { office, place, order } = choice
  const depth = depthOf(choice)
  const isNarrow = useMediaQuery('(max-width: 63.99em)', undefined, { getInitialValueInEffect: false })

  const offices = useQuery(dashboardOfficesQuery(view))
  const subOffices = useQuery(subOfficesQuery(office))
  const ofWhole = useQuery(activeOrdersQuery(wholeOf(office)))
  const isLost = isStray(place, subOffices.data)
  const orders = useQuery(activeOrdersQuery(subOffices.isPending || isLost ? null : place))
  const queryClient = useQueryClient()
  useOfficeChanges(office ?? undefined, () => void queryClient.invalidateQueries({ queryKey: DASHBOARD }))

  const officeName = useOfficeName(
    office,
    offices.data?.rows.find(({ id }) => id === office),
  )
  const spaceName = place?.space === 'whole' ? t('wholeOffice') : nameOf(place?.space, subOffices.data)

  const frame = useRef<HTMLDivElement>(null)
  usePanelFocus(frame, choice)
  const { dir } = useDirection()

  const pick = (step: Step, value: Space | null) => setSearch((address) => choose(address, step, value))

  useEffect(() => {
    if (isLost) setSearch((address) => choose(address, 'sub_office', null), { replace: true })
  })

  return (
    <Page title={t('title')} wide>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the lists handle keys; this moves from one list to the next */}
      <div
        ref={frame}
        className={classes.panels}
        onKeyDown={(event: KeyboardEvent) => moveAcross(event, frame.current, dir)}
      >
        <OfficesPanel
          query={offices}
          view={view}
          chosen={office}
          hidden={isNarrow && depth > 0}
          onView={(change) =>
            setSearch((address) => officesInUseView.write(address, change), { replace: true })
          }
          onTurn={(page) => setSearch((address) => officesInUseView.write(address, { page }))}
          onChoose={(id) => pick('office', id)}
        />
        <SubOfficesPanel
          query={subOffices}
          ofWhole={ofWhole.data?.length ?? 0}
          office={office === null ? null : { id: office, name: officeName }}
          chosen={place?.space ?? null}
          hidden={isNarrow && depth !== 1}
          onChoose={(space) => pick('sub_office', space)}
          onBack={isNarrow ? () => pick('office', null) : undefined}
        />
        <OrdersPanel
          query={orders}
          names={place && [officeName, spaceName]}
          hidden={depth === 3 || (isNarrow && depth !== 2)}
          onChoose={(id) => pick('order', id)}
          onBack={isNarrow ? () => pick('sub_office', null) : undefined}
        />
        {place && order !== null && (
          <ActiveOrderPanel
            id={order}
            place={place}
            query={orders}
            names={[officeName, spaceName]}
            onBack={() => pick('order', null)}
          />
        )}
      </div>
    </Page>
  )
}

function nameOf(id: Space | undefined, spaces: DashboardSubOffice[] = []): string | undefined {
  const space = spaces.find((one) => one.id === id)
  return space && localPlace(space).name
}

/** The chosen office may not be on the current page of the list. */
function useOfficeName(id: number | null, listed: DashboardOffice | undefined): string | undefined {
  const { data } = useQuery({ ...officeQuery(id ?? 0), enabled: id !== null && !listed })
  const office = listed ?? data
  return id === null || !office ? undefined : localPlace(office).name
}
