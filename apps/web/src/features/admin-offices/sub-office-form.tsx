import type { AdminOffice, SubOfficeForm as SubOfficeBody } from '@keyhour/contract/admin-offices'
import { RentType, SpaceType, type SubOffice } from '@keyhour/contract/offices'
import { Checkbox, Select, TagsInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSubOfficeChange } from '#web/features/admin-offices/api.ts'
import { FormAlerts } from '#web/features/admin-offices/form-alerts.tsx'
import { fetchOffice, saveSubOffice } from '#web/features/admin-offices/form-api.ts'
import { type SubOfficeFields, useFields } from '#web/features/admin-offices/form-fields.ts'
import { FormPanel } from '#web/features/admin-offices/form-panel.tsx'
import { FormPart } from '#web/features/admin-offices/form-part.tsx'
import {
  checkSubOffice,
  SUB_OFFICE_PARTS,
  type SubOfficeDraft,
  subOfficeDraftOf,
} from '#web/features/admin-offices/form-rules.ts'
import classes from '#web/features/admin-offices/forms.module.css'
import { PicturesField } from '#web/features/admin-offices/pictures-field.tsx'
import { PriceInput } from '#web/features/admin-offices/price-input.tsx'
import { useFormParts } from '#web/features/admin-offices/use-form-parts.ts'
import { useSending } from '#web/features/admin-offices/use-sending.ts'
import { signOf } from '#web/format/money.ts'
import { isOvertaken, issuesOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

/** The row of this id is busy meanwhile. */
type Work = { subOfficeId: number | undefined; body: SubOfficeBody }

/** `space` is null for a new one. */
type Props = { office: AdminOffice | null; space: SubOffice | null; onClose: () => void }

export function SubOfficeForm({ office, space, onClose }: Props) {
  const { t } = useTranslation('admin-offices')
  /** As it was read last: what is saved claims to know this. */
  const [read, setRead] = useState(space)
  const [isPreparing, setPreparing] = useState(false)
  const form = useForm<SubOfficeDraft>({ mode: 'controlled', initialValues: subOfficeDraftOf(space) })
  const parts = useFormParts(form, SUB_OFFICE_PARTS, ['space', 'prices'])
  const sending = useSending()
  const save = useSubOfficeChange({
    mutationFn: async ({ body }: Work) => {
      if (!office) throw new Error(t('action.noOffice'))
      return saveSubOffice(body, { officeId: office.id, read }, sending.start())
    },
    onSuccess: ({ name }) => {
      notify(space ? t('form.saved', { name }) : t('form.added', { name }), 'success')
      onClose()
    },
    onError: async (error) => {
      parts.tell(issuesOf(error))
      if (office && read && isOvertaken(error)) setRead(await findStored(office.id, read))
    },
  })

  function submit() {
    const { body, problems } = checkSubOffice(form.getValues())
    save.reset()
    if (problems) parts.tell(problems)
    else save.mutate({ subOfficeId: read?.id, body })
  }

  function takeStored() {
    const stored = subOfficeDraftOf(read)
    form.setInitialValues(stored)
    form.setValues(stored)
    form.clearErrors()
    save.reset()
  }

  const { currency = 'ILS' } = office ?? {}
  const { values } = form
  const links = LINKS.filter((link) => values[link].trim() !== '').length
  return (
    <FormPanel
      title={space ? t('form.editSpace') : t('form.addSpace', { office: office?.name })}
      isUnsaved={form.isDirty()}
      isSaving={save.isPending}
      share={sending.share}
      isBusy={isPreparing}
      onSave={submit}
      onStop={sending.stop}
      onClose={onClose}
    >
      <FormAlerts
        error={save.error}
        fallback={office ? t('action.spaceFailed') : t('action.noOffice')}
        problems={parts.problems}
        onLead={(field) => parts.leadTo([field])}
        onTake={takeStored}
      />
      <FormPart {...parts.of('space')} title={t('form.part.space')} summary={t(`form.type.${values.type}`)}>
        <SpaceFields form={form} />
      </FormPart>
      <FormPart
        {...parts.of('prices')}
        title={t('form.part.spacePrices')}
        summary={values.price_per_hour && `${signOf(currency)}${values.price_per_hour}`}
      >
        <PriceFields form={form} currency={currency} />
      </FormPart>
      <FormPart
        {...parts.of('pictures')}
        title={t('form.part.pictures')}
        summary={t('form.pictureCount', { count: values.pictures.length })}
      >
        <PicturesField
          pictures={values.pictures}
          error={form.errors.pictures}
          onChange={(change) => form.setFieldValue('pictures', change)}
          onPreparing={setPreparing}
        />
      </FormPart>
      <FormPart
        {...parts.of('amenities')}
        title={t('form.part.amenities')}
        summary={values.space_amenities.join(', ') || t('form.none')}
      >
        <AmenityFields form={form} />
      </FormPart>
      <FormPart
        {...parts.of('links')}
        title={t('form.part.links')}
        summary={links > 0 ? t('form.linkCount', { count: links }) : t('form.none')}
      >
        <LinkFields form={form} />
      </FormPart>
    </FormPanel>
  )
}

async function findStored(officeId: number, read: SubOffice): Promise<SubOffice> {
  const { sub_offices } = await fetchOffice(officeId)
  return sub_offices.find(({ id }) => id === read.id) ?? read
}

function SpaceFields({ form }: SubOfficeFields) {
  const { t } = useTranslation('admin-offices')
  const field = useFields(form)
  return (
    <div className={classes.fields}>
      <TextInput {...field('name')} required data-autofocus autoComplete="off" dir="auto" />
      <TextInput
        {...field('capacity')}
        required
        description={form.values.type === 'open_space' ? t('form.hint.seats') : t('form.hint.people')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
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
    </div>
  )
}

const REQUIRED_PRICES = ['price_per_hour', 'price_per_day', 'price_per_week'] as const

function PriceFields({ form, currency }: SubOfficeFields & { currency: AdminOffice['currency'] }) {
  const { t } = useTranslation('admin-offices')
  const field = useFields(form)
  return (
    <div className={classes.fields}>
      {REQUIRED_PRICES.map((price) => (
        <PriceInput key={price} {...field(price)} currency={currency} required />
      ))}
      <PriceInput {...field('price_per_month')} currency={currency} />
      <PriceInput
        {...field('price')}
        currency={currency}
        description={t('form.hint.oldPrice')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      />
    </div>
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
      <TagsInput
        {...field('space_amenities')}
        description={t('form.hint.tags')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      />
    </>
  )
}

const LINKS = [
  'pickspace_room_id',
  'google_calendar_id',
  'google_calendar_room_id',
  'outlook_calendar_id',
  'nexudus_resource_id',
  'roo_room_id',
] as const

function LinkFields({ form }: SubOfficeFields) {
  const field = useFields(form)
  return (
    <div className={classes.fields}>
      {LINKS.map((link) => (
        <TextInput key={link} {...field(link)} autoComplete="off" dir="ltr" />
      ))}
    </div>
  )
}
