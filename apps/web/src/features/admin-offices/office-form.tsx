import type { AdminOffice } from '@keyhour/contract/admin-offices'
import { useTranslation } from 'react-i18next'
import { fetchOffice, saveOffice } from '#web/features/admin-offices/api.ts'
import { ClosuresPart } from '#web/features/admin-offices/closures-part.tsx'
import { FormPanel, FormPart } from '#web/features/admin-offices/form-panel.tsx'
import {
  checkOffice,
  infoOf,
  numberIn,
  OFFICE_PARTS,
  type OfficeDraft,
  officeDraftOf,
} from '#web/features/admin-offices/form-rules.ts'
import { IntegrationFields } from '#web/features/admin-offices/integration-fields.tsx'
import {
  AMENITIES,
  AmenitiesFields,
  BookingRulesFields,
  HoursFields,
  InfoFields,
  VisibilityFields,
  WholePricesFields,
  WifiFields,
} from '#web/features/admin-offices/office-fields.tsx'
import { PicturesField } from '#web/features/admin-offices/pictures-field.tsx'
import { PlaceFields } from '#web/features/admin-offices/place-fields.tsx'
import { useDraftForm } from '#web/features/admin-offices/use-draft-form.ts'
import { signOf } from '#web/format/money.ts'
import { formatWallRange } from '#web/format/time.ts'

/** `office` is null for a new office. */
type Props = { office: AdminOffice | null; onClose: () => void }

export function OfficeForm({ office, onClose }: Props) {
  const { t } = useTranslation('admin-offices')
  const { form, partOf, setPreparing, panel } = useDraftForm({
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
  const summaries = useOfficeSummaries(form.values)
  const part = (name: keyof typeof OFFICE_PARTS) => ({
    ...partOf(name),
    title: t(`form.part.${name}`),
    summary: summaries[name],
  })

  return (
    <FormPanel
      {...panel}
      title={office ? t('form.editOffice') : t('form.addOffice')}
      fallback={t('form.failed')}
    >
      <FormPart {...part('place')}>
        <PlaceFields form={form} officeId={office?.id ?? null} />
      </FormPart>
      <FormPart {...part('pictures')}>
        <PicturesField
          pictures={form.values.pictures}
          error={form.errors.pictures}
          onChange={(change) => form.setFieldValue('pictures', change)}
          onPreparing={setPreparing}
        />
      </FormPart>
      <FormPart {...part('hours')}>
        <HoursFields form={form} />
        <ClosuresPart office={office} />
      </FormPart>
      <FormPart {...part('amenities')}>
        <AmenitiesFields form={form} />
      </FormPart>
      <FormPart {...part('wifi')}>
        <WifiFields form={form} office={office} />
      </FormPart>
      <FormPart {...part('visibility')}>
        <VisibilityFields form={form} />
      </FormPart>
      <FormPart {...part('booking')}>
        <BookingRulesFields form={form} />
      </FormPart>
      <FormPart {...part('prices')}>
        <WholePricesFields form={form} office={office} />
      </FormPart>
      <FormPart {...part('integrations')}>
        <IntegrationFields form={form} office={office} />
      </FormPart>
      <FormPart {...part('info')}>
        <InfoFields
          rows={form.values.additional_info}
          error={form.errors.additional_info}
          onChange={(change) => form.setFieldValue('additional_info', change)}
        />
      </FormPart>
    </FormPanel>
  )
}

const PRICES = ['price_per_hour', 'price_per_day', 'price_per_week'] as const
const LINKS = ['pickspace_location_id', 'openpath_org_id', 'openpath_entry_id'] as const

/** Shown while a part is closed. */
function useOfficeSummaries(draft: OfficeDraft): Record<keyof typeof OFFICE_PARTS, string> {
  const { t } = useTranslation('admin-offices')
  const price = PRICES.find((name) => (numberIn(draft[name]) ?? 0) > 0)
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
    prices: price
      ? `${t(`form.field.${price}`)}: ${signOf(draft.currency)}${draft[price]}`
      : t('form.notOffered'),
    integrations: links > 0 ? t('form.linkCount', { count: links }) : t('form.none'),
    info: listed(Object.keys(infoOf(draft.additional_info) ?? {})),
  }
}
