import type { AdminOffice } from '@keyhour/contract/admin-offices'
import { useTranslation } from 'react-i18next'
import { fetchOffice, saveOffice } from '#web/features/admin-offices/api.ts'
import { FormPanel } from '#web/features/admin-offices/form-panel.tsx'
import {
  checkOffice,
  infoOf,
  numberIn,
  OFFICE_PARTS,
  type OfficeDraft,
  officeDraftOf,
  REQUIRED_RATES,
} from '#web/features/admin-offices/form-rules.ts'
import { IntegrationFields } from '#web/features/admin-offices/integration-fields.tsx'
import {
  AMENITIES,
  AmenitiesFields,
  BookingRulesFields,
  HoursFields,
  InfoFields,
  NoShowFields,
  VisibilityFields,
  WholePricesFields,
  WifiFields,
} from '#web/features/admin-offices/office-fields.tsx'
import { PicturesField } from '#web/features/admin-offices/pictures-field.tsx'
import { PlaceFields } from '#web/features/admin-offices/place-fields.tsx'
import { useDraftForm } from '#web/features/admin-offices/use-draft-form.ts'
import { ClosuresPart } from '#web/features/closures/closures-part.tsx'
import { shownState } from '#web/features/integrations/rules.ts'
import { signOf } from '#web/format/money.ts'
import { formatWallRange } from '#web/format/time.ts'

/** `office` is null for a new office. */
type Props = { office: AdminOffice | null; onClose: () => void }

export function OfficeForm({ office, onClose }: Props) {
  // The texts of closures too: opening their part would hide the form until they are loaded.
  const { t } = useTranslation(['admin-offices', 'closures'])
  const { form, setPreparing, panel } = useDraftForm({
    stored: office,
    keyOf: ({ id }) => ({ officeId: id, subOfficeId: null }),
    draftOf: officeDraftOf,
    check: checkOffice,
    parts: OFFICE_PARTS,
    opened: ['place'],
    save: saveOffice,
    fetchAgain: ({ id }) => fetchOffice(id),
    onClose,
  })
  const summaries = useOfficeSummaries(form.values, office)
  const hours = (
    <>
      <HoursFields form={form} />
      <ClosuresPart office={office} />
    </>
  )

  return (
    <FormPanel
      {...panel}
      {...(office && { timeZone: office.time_zone })}
      title={office ? t('form.editOffice') : t('form.addOffice')}
      fallback={t('form.failed')}
      summaries={summaries}
      parts={{
        place: <PlaceFields form={form} officeId={office?.id ?? null} />,
        pictures: <PicturesField {...form.getInputProps('pictures')} onPreparing={setPreparing} />,
        hours,
        amenities: <AmenitiesFields form={form} />,
        wifi: <WifiFields form={form} office={office} />,
        visibility: <VisibilityFields form={form} />,
        booking: <BookingRulesFields form={form} />,
        noShows: <NoShowFields form={form} />,
        prices: <WholePricesFields form={form} office={office} />,
        integrations: <IntegrationFields form={form} office={office} />,
        info: <InfoFields {...form.getInputProps('additional_info')} />,
      }}
    />
  )
}

const LINKS = ['pickspace_location_id', 'openpath_org_id', 'openpath_entry_id'] as const

function useOfficeSummaries(
  draft: OfficeDraft,
  office: AdminOffice | null,
): Record<keyof typeof OFFICE_PARTS, string> {
  const { t } = useTranslation('admin-offices')
  const price = REQUIRED_RATES.find((name) => (numberIn(draft[name]) ?? 0) > 0)
  const links = LINKS.filter((name) => draft[name].trim() !== '').length + draft.tuya_devices.length
  const listed = (names: string[]) => names.join(', ') || t('form.none')
  return {
    place: draft.address,
    pictures: t('form.pictureCount', { count: draft.pictures.length }),
    hours:
      draft.around_the_clock || !draft.open_hours || !draft.close_hours
        ? t('form.aroundTheClock')
        : formatWallRange(draft.open_hours, draft.close_hours),
    amenities: listed(
      AMENITIES.filter((name) => draft.amenities[name]).map((name) => t(`form.amenity.${name}`)),
    ),
    wifi: draft.wifi_name || t('form.none'),
    visibility:
      OFFICE_PARTS.visibility
        .filter((name) => draft[name])
        .map((name) => t(`form.field.${name}`))
        .join(', ') || t('form.visible'),
    booking: t('form.cancelSummary', { hours: draft.free_cancel_hours }),
    noShows: draft.no_show_minutes.trim()
      ? t('form.noShowSummary', { minutes: draft.no_show_minutes })
      : t('form.off'),
    prices: price
      ? `${t(`form.field.${price}`)}: ${signOf(draft.currency)}${draft[price]}`
      : t('form.notOffered'),
    integrations: listed([
      ...(office?.integrations ?? [])
        .filter((one) => shownState(one) !== 'disconnected')
        .map(({ provider }) => t(`form.provider.${provider}`)),
      ...(links > 0 ? [t('form.linkCount', { count: links })] : []),
    ]),
    info: listed(Object.keys(infoOf(draft.additional_info) ?? {})),
  }
}
