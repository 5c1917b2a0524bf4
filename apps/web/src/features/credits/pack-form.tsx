import { type CreditPack, PACK_DESCRIPTION_LENGTH, PACK_NAME_LENGTH } from '@keyhour/contract/credits'
import { Currency } from '@keyhour/contract/primitives'
import { Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addCreditPack, changeCreditPack, fetchCreditPack, usePackChange } from '#web/features/credits/api.ts'
import {
  draftOfPack,
  mistakesInPack,
  type PackDraft,
  packForm,
  withPack,
} from '#web/features/credits/rules.ts'
import { inputOf, isOvertaken, showRefusal } from '#web/ui/form-errors.ts'
import { FormWindow, WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

type Props = {
  /** Null for a new pack. */
  pack: CreditPack | null
  draft: PackDraft
  onClose: () => void
}

export function PackForm({ opened, ...form }: Props & { opened: boolean }) {
  const { t } = useTranslation('credits')
  return (
    <FormWindow opened={opened} onClose={form.onClose} title={t(form.pack ? 'edit' : 'add')}>
      <Fields {...form} />
    </FormWindow>
  )
}

function Fields({ pack, draft, onClose }: Props) {
  const { t } = useTranslation('credits')
  /** The version that saving refers to. */
  const [read, setRead] = useState(pack)
  const form = useForm<PackDraft>({ mode: 'controlled', initialValues: draft, validate: mistakesInPack })
  const save = usePackChange({
    id: pack?.id,
    changed: withPack,
    mutationFn: (typed: PackDraft) =>
      read
        ? changeCreditPack({ id: read.id, ...packForm(typed), version: read.version })
        : addCreditPack(packForm(typed)),
    onSuccess: ({ name }) => {
      notify(t(pack ? 'saved' : 'added', { name }), 'success')
      onClose()
    },
    onError: async (error) => {
      showRefusal(form, error)
      if (!read || !isOvertaken(error)) return
      // If that fails, saving again tries again.
      const stored = await fetchCreditPack(read.id).catch(() => undefined)
      setRead(stored ?? read)
    },
  })

  return (
    <WindowForm
      form={form}
      save={save}
      {...(read && { stored: draftOfPack(read) })}
      failure={t(pack ? 'failedToUpdate' : 'failedToCreate')}
      onClose={onClose}
    >
      <TextInput
        {...inputOf(form, 'name')}
        label={t('column.name')}
        dir="auto"
        data-autofocus
        autoComplete="off"
        maxLength={PACK_NAME_LENGTH}
      />
      <Textarea
        {...inputOf(form, 'description')}
        label={t('column.description')}
        description={t('optional')}
        dir="auto"
        rows={2}
        maxLength={PACK_DESCRIPTION_LENGTH}
      />
      <Figures form={form} />
      <Switch
        {...form.getInputProps('is_active', { type: 'checkbox' })}
        label={t('column.active')}
        // Otherwise the description would be part of the name.
        aria-label={t('column.active')}
        description={t('activeHint')}
      />
    </WindowForm>
  )
}

function Figures({ form }: { form: UseFormReturnType<PackDraft> }) {
  const { t } = useTranslation('credits')
  return (
    <SimpleGrid cols={2} spacing="md">
      <TextInput
        {...inputOf(form, 'price_cents')}
        label={t('column.price')}
        inputMode="decimal"
        autoComplete="off"
      />
      <Select
        {...inputOf(form, 'currency')}
        label={t('column.currency')}
        placeholder={t('chooseCurrency')}
        data={Currency.options}
        value={form.values.currency || null}
        onChange={(currency) => form.setFieldValue('currency', currency ?? '')}
      />
      <TextInput
        {...inputOf(form, 'credits_amount')}
        label={t('column.credits')}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextInput
        {...inputOf(form, 'duration_days')}
        label={t('column.duration')}
        description={t('durationHint')}
        inputMode="numeric"
        autoComplete="off"
      />
    </SimpleGrid>
  )
}
