import { wallClock } from '@keyhour/contract/office-clock'
import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import { exportUsage } from '#web/features/businesses/api.ts'
import { useCompany } from '#web/features/businesses/company-frame.tsx'
import { CompanyOrders } from '#web/features/businesses/company-orders.tsx'
import { CompanyPart } from '#web/features/businesses/company-part.tsx'
import { usageView } from '#web/features/businesses/rules.ts'
import { UsageReport } from '#web/features/businesses/usage-report.tsx'
import { ExportButton } from '#web/features/credits/export-button.tsx'
import { viewerZone } from '#web/format/time.ts'
import { useView } from '#web/ui/address.ts'

/** How the credits were spent, and the bookings they were spent on. */
export function CompanyUsageScreen() {
  const { t } = useTranslation(['businesses', 'credits'])
  const { id } = useCompany()
  const thisMonth = wallClock(nowMs(), viewerZone()).date.slice(0, 7)
  const kept = useMemo(() => usageView(thisMonth), [thisMonth])
  const [view, changeView] = useView(kept)
  return (
    <CompanyPart
      title={t('part.usage')}
      actions={view.from <= view.to && <ExportButton save={(file) => exportUsage(id, view, file)} />}
    >
      <Stack gap="xl">
        <UsageReport view={view} onView={changeView} thisMonth={thisMonth} />
        <CompanyOrders person={view.person} />
      </Stack>
    </CompanyPart>
  )
}
