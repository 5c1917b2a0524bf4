import type { OwnerOffice, OwnerSpace } from '@keyhour/contract/owners'
import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changePrices, fetchOwnerOffice, useOwnerChange } from '#web/features/owners/api.ts'
import {
  checkPrices,
  costsNothing,
  draftOfPrices,
  type PricesDraft,
  RATES,
} from '#web/features/owners/price-rules.ts'
import { signOf } from '#web/format/money.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { inputOf, isOvertaken, showRefusal } from '#web/ui/form-errors.ts'
import { FormWindow, WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

type Props = { office: OwnerOffice; space: OwnerSpace; onClose: () => void }

export function PricesForm({ space, ...props }: Omit<Props, 'space'> & { space: OwnerSpace | null }) {
  const { t } = useTranslation('owners')
  const name = space ? localPlace(space).name : ''
  return (
    <FormWindow opened={space !== null} title={t('prices.of', { space: name })} onClose={props.onClose}>
      {space && <Fields space={space} {...props} />}
    </FormWindow>
  )
}

function Fields({ office, space, onClose }: Props) {
  const { t } = useTranslation('owners')
  /** The version that saving refers to. */
  const [read, setRead] = useState(space)
  const form = useForm<PricesDraft>({
    mode: 'controlled',
    initialValues: draftOfPrices(space),
    validate: (draft) => checkPrices(draft, read).mistakes,
  })
  const save = useOwnerChange({
    mutationFn: (draft: PricesDraft) => changePrices(office.id, checkPrices(draft, read).body!),
    onSuccess: () => {
      notify(t('prices.saved'), 'success')
      onClose()
    },
    onError: async (error) => {
      showRefusal(form, error)
      if (!isOvertaken(error)) return
      // If that fails, saving again tries again.
      const stored = await fetchOwnerOffice(office.id).catch(() => undefined)
      setRead(stored?.spaces.find(({ sub_office_id }) => sub_office_id === space.sub_office_id) ?? read)
    },
  })
  return (
    <WindowForm form={form} save={save} stored={draftOfPrices(read)} onClose={onClose}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {RATES.map((rate, at) => (
          <TextInput
            key={rate}
            {...inputOf(form, rate)}
            label={t(`prices.${rate}`)}
            leftSection={<span aria-hidden>{signOf(office.currency)}</span>}
            inputMode="decimal"
            autoComplete="off"
            {...(at === 0 && { 'data-autofocus': true })}
          />
        ))}
      </SimpleGrid>
      <SoftText>{t('prices.hint')}</SoftText>
      {costsNothing(form.values, space) && <Text fw={500}>{t('prices.free')}</Text>}
    </WindowForm>
  )
}
