import type { DashboardSubOffice } from '@keyhour/contract/orders-dashboard'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChoiceTitle } from '#web/features/orders-dashboard/choice-title.tsx'
import classes from '#web/features/orders-dashboard/orders-dashboard.module.css'
import { Panel } from '#web/features/orders-dashboard/panel.tsx'
import { PanelView } from '#web/features/orders-dashboard/panel-view.tsx'
import type { Space } from '#web/features/orders-dashboard/rules.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { ChoiceList } from '#web/ui/choice-list.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

type Props = {
  query: UseQueryResult<DashboardSubOffice[]>
  /** Number of active orders of the whole office. */
  ofWhole: number
  office: { id: number; name: string | undefined } | null
  chosen: Space | null
  hidden: boolean
  onChoose: (space: Space) => void
  onBack: (() => void) | undefined
}

export function SubOfficesPanel({ query, ofWhole, office, chosen, hidden, onChoose, onBack }: Props) {
  const { t } = useTranslation('orders-dashboard')
  return (
    <Panel
      title={t('subOffices')}
      of={<bdi>{office?.name}</bdi>}
      hidden={hidden}
      back={onBack && { label: t('backToOffices'), onBack }}
    >
      {office ? (
        <PanelView query={query} loading={t('loadingSubOffices')} failure={t('failedToLoadSubOffices')}>
          {(spaces) => (
            <div className={classes.list}>
              {spaces.length === 0 && <p className={classes.note}>{t('noSubOffices')}</p>}
              <ChoiceList<DashboardSubOffice | 'whole'>
                // The list of another office starts at the top.
                key={office.id}
                label={t('subOffices')}
                rows={
                  spaces.length === 0 || ofWhole > 0 || chosen === 'whole' ? ['whole', ...spaces] : spaces
                }
                keyOf={(space) => (space === 'whole' ? space : space.id)}
                chosen={chosen}
                onChoose={(space) => onChoose(space === 'whole' ? space : space.id)}
              >
                {(space) =>
                  space === 'whole' ? (
                    <ChoiceTitle name={t('wholeOffice')} activeOrders={ofWhole} />
                  ) : (
                    <SpaceChoice space={space} />
                  )
                }
              </ChoiceList>
            </div>
          )}
        </PanelView>
      ) : (
        <p className={classes.note}>{t('chooseOffice')}</p>
      )}
    </Panel>
  )
}

function SpaceChoice({ space }: { space: DashboardSubOffice }) {
  const { t } = useTranslation('orders-dashboard')
  const { name, type, capacity, active_orders, is_deleted } = localPlace(space)
  return (
    <>
      <ChoiceTitle name={name} activeOrders={active_orders} />
      <SoftText>
        {t(`type.${type}`)} · {t('capacity', { capacity })}
        {is_deleted && ` · ${t('deleted')}`}
      </SoftText>
    </>
  )
}
