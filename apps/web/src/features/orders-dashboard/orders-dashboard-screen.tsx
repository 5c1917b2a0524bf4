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
  officesQuery,
  subOfficesQuery,
} from '#web/features/orders-dashboard/api.ts'
import { OfficesPanel } from '#web/features/orders-dashboard/offices-panel.tsx'
import { OrderPanel } from '#web/features/orders-dashboard/order-panel.tsx'
import classes from '#web/features/orders-dashboard/orders-dashboard.module.css'
import { OrdersPanel } from '#web/features/orders-dashboard/orders-panel.tsx'
import {
  choose,
  depthOf,
  isStray,
  readChoice,
  readWish,
  type Space,
  type Step,
  wholeOf,
  writeWish,
} from '#web/features/orders-dashboard/rules.ts'
import { SubOfficesPanel } from '#web/features/orders-dashboard/sub-offices-panel.tsx'
import { moveAcross, usePanelFocus } from '#web/features/orders-dashboard/use-panel-focus.ts'
import { useAddress } from '#web/ui/address.ts'
import { Page } from '#web/ui/page.tsx'

/** From an office to one of its spaces to the orders that are in progress there, and to whose one of them is. */
export function OrdersDashboardScreen() {
  const { t } = useTranslation('orders-dashboard')
  const [search, setSearch] = useAddress()
  const [wish, choice] = [readWish(search), readChoice(search)]
  const { office, place, order } = choice
  const depth = depthOf(choice)
  const isNarrow = useMediaQuery('(max-width: 63.99em)', undefined, { getInitialValueInEffect: false })

  const offices = useQuery(officesQuery(wish))
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
  const spaceName =
    place?.space === 'whole' ? t('wholeOffice') : subOffices.data?.find(({ id }) => id === place?.space)?.name

  const frame = useRef<HTMLDivElement>(null)
  usePanelFocus(frame, choice)
  const { dir } = useDirection()

  const pick = (step: Step, value: Space | null) => setSearch((address) => choose(address, step, value))

  useEffect(() => {
    if (isLost) setSearch((address) => choose(address, 'sub_office', null), { replace: true })
  })

  return (
    <Page title={t('title')} wide>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the lists within take the keys; this leads from one to the next */}
      <div
        ref={frame}
        className={classes.panels}
        onKeyDown={(event: KeyboardEvent) => moveAcross(event, frame.current, dir)}
      >
        <OfficesPanel
          query={offices}
          wish={wish}
          chosen={office}
          hidden={isNarrow && depth > 0}
          onWish={(change) => setSearch((address) => writeWish(address, change), { replace: true })}
          onTurn={(page) => setSearch((address) => writeWish(address, { page }))}
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
          <OrderPanel
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

/** The page of offices that is shown may be one without the chosen office. */
function useOfficeName(id: number | null, listed: { name: string } | undefined): string | undefined {
  const { data } = useQuery({ ...officeQuery(id ?? 0), enabled: id !== null && !listed })
  return id === null ? undefined : (listed?.name ?? data?.name)
}
