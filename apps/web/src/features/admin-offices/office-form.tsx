import type { AdminOffice, OfficeForm as OfficeBody } from '@keyhour/contract/admin-offices'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AmenitiesFields } from '#web/features/admin-offices/amenities-fields.tsx'
import { useOfficeChange } from '#web/features/admin-offices/api.ts'
import { BookingRulesFields, WholePricesFields } from '#web/features/admin-offices/booking-fields.tsx'
import { ClosuresPart } from '#web/features/admin-offices/closures-part.tsx'
import { FormAlerts } from '#web/features/admin-offices/form-alerts.tsx'
import { fetchOffice, saveOffice } from '#web/features/admin-offices/form-api.ts'
import { FormPanel } from '#web/features/admin-offices/form-panel.tsx'
import { FormPart } from '#web/features/admin-offices/form-part.tsx'
import {
  checkOffice,
  OFFICE_PARTS,
  type OfficeDraft,
  officeDraftOf,
} from '#web/features/admin-offices/form-rules.ts'
import { HoursFields } from '#web/features/admin-offices/hours-fields.tsx'
import { InfoFields } from '#web/features/admin-offices/info-fields.tsx'
import { IntegrationFields } from '#web/features/admin-offices/integration-fields.tsx'
import { useOfficeSummaries } from '#web/features/admin-offices/office-summaries.ts'
import { PicturesField } from '#web/features/admin-offices/pictures-field.tsx'
import { PlaceFields } from '#web/features/admin-offices/place-fields.tsx'
import { useFormParts } from '#web/features/admin-offices/use-form-parts.ts'
import { useSending } from '#web/features/admin-offices/use-sending.ts'
import { VisibilityFields } from '#web/features/admin-offices/visibility-fields.tsx'
import { WifiFields } from '#web/features/admin-offices/wifi-fields.tsx'
import { isOvertaken, issuesOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

/** The row of this id is busy meanwhile. */
type Work = { id: number | undefined; body: OfficeBody }

/** `office` is null for a new one. */
type Props = { office: AdminOffice | null; onClose: () => void }

export function OfficeForm({ office, onClose }: Props) {
  const { t } = useTranslation('admin-offices')
  /** As it was read last: what is saved claims to know this. */
  const [read, setRead] = useState(office)
  const [isPreparing, setPreparing] = useState(false)
  const form = useForm<OfficeDraft>({ mode: 'controlled', initialValues: officeDraftOf(office) })
  const parts = useFormParts(form, OFFICE_PARTS, ['place'])
  const summaries = useOfficeSummaries(form.values)
  const sending = useSending()
  const save = useOfficeChange({
    mutationFn: ({ body }: Work) => saveOffice(body, read, sending.start()),
    onSuccess: ({ name }) => {
      notify(office ? t('form.saved', { name }) : t('form.added', { name }), 'success')
      onClose()
    },
    onError: async (error) => {
      parts.tell(issuesOf(error))
      if (read && isOvertaken(error)) setRead(await fetchOffice(read.id))
    },
  })

  function submit() {
    const { body, problems } = checkOffice(form.getValues())
    save.reset()
    if (problems) parts.tell(problems)
    else save.mutate({ id: read?.id, body })
  }

  function takeStored() {
    const stored = officeDraftOf(read)
    form.setInitialValues(stored)
    form.setValues(stored)
    form.clearErrors()
    save.reset()
  }

  const part = (name: keyof typeof OFFICE_PARTS) => ({
    ...parts.of(name),
    title: t(`form.part.${name}`),
    summary: summaries[name],
  })

  return (
    <FormPanel
      title={office ? t('form.editOffice') : t('form.addOffice')}
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
        fallback={t('form.failed')}
        problems={parts.problems}
        onLead={(field) => parts.leadTo([field])}
        onTake={takeStored}
      />
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
        <InfoFields form={form} />
      </FormPart>
    </FormPanel>
  )
}
