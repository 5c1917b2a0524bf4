import { BusinessRole } from '@keyhour/contract/businesses'
import { SpaceType } from '@keyhour/contract/offices'
import type { Currency } from '@keyhour/contract/primitives'
import { Checkbox, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { AllowanceDraft } from '#web/features/businesses/rules.ts'
import { signOf } from '#web/format/money.ts'
import { translated } from '#web/ui/form-errors.ts'

type Props<Draft extends AllowanceDraft> = {
  form: UseFormReturnType<Draft>
  currency: Currency
  roleHint?: string
}

/** What a person may do in the company. */
export function AllowanceFields<Draft extends AllowanceDraft>({ form, currency, roleHint }: Props<Draft>) {
  const { t } = useTranslation('businesses')
  const { hasAllTypes } = form.values
  return (
    <>
      <NativeSelect
        {...form.getInputProps('role')}
        label={t('people.role')}
        description={roleHint}
        data={BusinessRole.options.map((role) => ({ value: role, label: t(`role.${role}`) }))}
      />
      <TextInput
        {...form.getInputProps('limit')}
        error={translated(form.errors.limit)}
        label={t('people.limitIn', { sign: signOf(currency) })}
        description={t('people.limitHint')}
        inputMode="decimal"
        autoComplete="off"
      />
      <Stack gap="xs">
        <Checkbox
          {...form.getInputProps('hasAllTypes', { type: 'checkbox' })}
          label={t('allTypes')}
          description={t('people.typesHint')}
        />
        {!hasAllTypes && (
          <Checkbox.Group
            {...form.getInputProps('types')}
            error={translated(form.errors.types)}
            label={t('people.types')}
          >
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs" mb="xs">
              {SpaceType.options.map((type) => (
                <Checkbox key={type} value={type} label={t(`type.${type}`)} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
        )}
      </Stack>
    </>
  )
}
