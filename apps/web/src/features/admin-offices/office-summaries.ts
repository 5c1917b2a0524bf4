import { useTranslation } from 'react-i18next'
import {
  infoOf,
  numberIn,
  type OFFICE_PARTS,
  type OfficeDraft,
} from '#web/features/admin-offices/form-rules.ts'
import { signOf } from '#web/format/money.ts'
import { formatWallRange } from '#web/format/time.ts'

const AMENITIES = ['wifi', 'printer', 'parking', 'kitchen'] as const
const FLAGS = ['hidden', 'hide_from_all_view', 'coming_soon', 'temporarily_closed'] as const
const PRICES = ['price_per_hour', 'price_per_day', 'price_per_week'] as const
const LINKS = ['pickspace_location_id', 'openpath_org_id', 'openpath_entry_id'] as const

/** What stands in each part of the form, in a few words. */
export function useOfficeSummaries(draft: OfficeDraft): Record<keyof typeof OFFICE_PARTS, string> {
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
      FLAGS.filter((name) => draft[name])
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
