import type { AdminOffice } from '@keyhour/contract/admin-offices'
import { RentType, SpaceType, type SubOffice } from '@keyhour/contract/offices'
import { Checkbox, Select, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fetchOffice, saveSubOffice } from '#web/features/admin-offices/api.ts'
import { CalendarLinks } from '#web/features/admin-offices/calendar-links.tsx'
import {
  HEBREW,
  PriceInput,
  type SubOfficeFields,
  useFields,
} from '#web/features/admin-offices/form-fields.tsx'
import { FormPanel } from '#web/features/admin-offices/form-panel.tsx'
import {
  checkSubOffice,
  infoOf,
  REQUIRED_RATES,
  SUB_OFFICE_PARTS,
  type SubOfficeDraft,
  subOfficeDraftOf,
} from '#web/features/admin-offices/form-rules.ts'
import { InfoFields } from '#web/features/admin-offices/office-fields.tsx'
import { PicturesField } from '#web/features/admin-offices/pictures-field.tsx'
import { useDraftForm } from '#web/features/admin-offices/use-draft-form.ts'
import { CalendarFeedPart } from '#web/features/integrations/calendar-feed-part.tsx'
import { CalendarImportPart } from '#web/features/integrations/calendar-import-part.tsx'
import { signOf } from '#web/format/money.ts'
import { FieldGrid } from '#web/ui/field-grid.tsx'
import { InnerPart } from '#web/ui/inner-form.tsx'

/** `space` is null for a new sub-office. */
type Props = { office: AdminOffice | null; space: SubOffice | null; onClose: () => void }

export function SubOfficeForm({ office, space, onClose }: Props) {
  const { t } = useTranslation('admin-offices')
  const { form, setPreparing, panel } = useDraftForm({
    stored: space,
    keyOf: ({ id, office_id }) => ({ officeId: office_id, subOfficeId: id }),
    draftOf: subOfficeDraftOf,
    check: checkSubOffice,
    parts: SUB_OFFICE_PARTS,
    opened: ['space', 'spacePrices'],
    save: async (body, read, upload) => {
      if (!office) throw new Error(t('action.noOffice'))
      return saveSubOffice(office.id, body, read, upload)
    },
    fetchAgain: findStored,
    onClose,
  })
  const { currency = 'ILS' } = office ?? {}
  const summaries = useSpaceSummaries(form.values, currency)

  return (
    <FormPanel
      {...panel}
      title={space ? t('form.editSpace') : t('form.addSpace', { office: office?.name })}
      fallback={office ? t('action.spaceFailed') : t('action.noOffice')}
      summaries={summaries}
      parts={{
        space: <SpaceFields form={form} />,
        spacePrices: <PriceFields form={form} currency={currency} />,
        pictures: <PicturesField {...form.getInputProps('pictures')} onPreparing={setPreparing} />,
        amenities: <AmenityFields form={form} />,
        links: <Links form={form} office={office} space={space} />,
        info: <InfoFields {...form.getInputProps('additional_info')} />,
      }}
    />
  )
}

function useSpaceSummaries(
  draft: SubOfficeDraft,
  currency: AdminOffice['currency'],
): Record<keyof typeof SUB_OFFICE_PARTS, string> {
  const { t } = useTranslation('admin-offices')
  const links = SUB_OFFICE_PARTS.links.filter((link) => draft[link].trim() !== '').length
  return {
    space: t(`form.type.${draft.type}`),
    spacePrices: draft.price_per_hour && `${signOf(currency)}${draft.price_per_hour}`,
    pictures: t('form.pictureCount', { count: draft.pictures.length }),
    amenities: draft.space_amenities.join(', ') || t('form.none'),
    links: links > 0 ? t('form.linkCount', { count: links }) : t('form.none'),
    info: Object.keys(infoOf(draft.additional_info) ?? {}).join(', ') || t('form.none'),
  }
}

async function findStored(read: SubOffice): Promise<SubOffice> {
  const { sub_offices } = await fetchOffice(read.office_id)
  return sub_offices.find(({ id }) => id === read.id) ?? read
}

function SpaceFields({ form }: SubOfficeFields) {
  const { t } = useTranslation('admin-offices')
  const field = useFields(form)
  return (
    <FieldGrid>
      <TextInput {...field('name')} required data-autofocus autoComplete="off" dir="auto" />
      <TextInput
        {...field('name_he')}
        description={t('form.hint.hebrew')}
        autoComplete="off"
        attributes={HEBREW}
      />
      <TextInput
        {...field('capacity')}
        required
        description={form.values.type === 'open_space' ? t('form.hint.seats') : t('form.hint.people')}
        inputMode="numeric"
        autoComplete="off"
      />
      <Select
        {...field('type')}
        required
        data={SpaceType.options.map((value) => ({ value, label: t(`form.type.${value}`) }))}
        allowDeselect={false}
      />
      <Select
        {...field('rent_type')}
        required
        data={RentType.options.map((value) => ({ value, label: t(`form.rent.${value}`) }))}
        allowDeselect={false}
      />
    </FieldGrid>
  )
}

function PriceFields({ form, currency }: SubOfficeFields & { currency: AdminOffice['currency'] }) {
  const { t } = useTranslation('admin-offices')
  const field = useFields(form)
  return (
    <FieldGrid>
      {REQUIRED_RATES.map((price) => (
        <PriceInput key={price} {...field(price)} currency={currency} required />
      ))}
      <PriceInput {...field('price_per_month')} currency={currency} />
      <PriceInput {...field('price')} currency={currency} description={t('form.hint.oldPrice')} />
    </FieldGrid>
  )
}

function AmenityFields({ form }: SubOfficeFields) {
  const { t } = useTranslation('admin-offices')
  const field = useFields(form)
  return (
    <>
      <Checkbox
        {...form.getInputProps('amenities.screen', { type: 'checkbox' })}
        label={t('form.amenity.screen')}
      />
      <TagsInput {...field('space_amenities')} description={t('form.hint.tags')} />
    </>
  )
}

type LinksProps = SubOfficeFields & { office: AdminOffice | null; space: SubOffice | null }

function Links({ form, office, space }: LinksProps) {
  return (
    <>
      <CalendarLinks form={form} office={office} space={space} />
      {space && (
        <>
          <InnerPart>
            <CalendarImportPart space={{ officeId: space.office_id, subOfficeId: space.id }} />
          </InnerPart>
          <InnerPart>
            <CalendarFeedPart space={{ officeId: space.office_id, subOfficeId: space.id }} />
          </InnerPart>
        </>
      )}
    </>
  )
}
