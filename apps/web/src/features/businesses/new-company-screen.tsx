import { BusinessForm } from '@keyhour/contract/businesses'
import { Currency, DEFAULT_CURRENCY } from '@keyhour/contract/primitives'
import { Button, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useAddBusiness } from '#web/features/businesses/api.ts'
import classes from '#web/features/businesses/businesses.module.css'
import { signOf } from '#web/format/money.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, inputOf, showRefusal, submitOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { Page } from '#web/ui/page.tsx'

const CURRENCIES = Currency.options.map((currency) => ({
  value: currency,
  label: `${currency} (${signOf(currency)})`,
}))

export function NewCompanyScreen() {
  const { t } = useTranslation('businesses')
  const navigate = useNavigate()
  const form = useForm({
    mode: 'controlled',
    initialValues: { name: '', currency: DEFAULT_CURRENCY, billing_email: '', tax_id: '' },
    validate: schemaResolver(BusinessForm, { sync: true }),
  })
  const add = useAddBusiness({
    onSuccess: ({ id, name }) => {
      notify(t('new.done', { name }), 'success')
      void navigate(`/company/${id}`, { replace: true })
    },
    onError: (error) => showRefusal(form, error),
  })
  return (
    <Page title={t('new.title')}>
      <Paper withBorder p="lg" className={classes.narrow}>
        <form noValidate onSubmit={submitOf(form, (draft) => add.mutate(BusinessForm.parse(draft)))}>
          <Stack gap="md">
            <Text>{t('new.text')}</Text>
            <FailureAlert text={failureOf(add.error)} />
            <TextInput {...inputOf(form, 'name')} label={t('form.name')} autoComplete="organization" />
            <NativeSelect
              {...inputOf(form, 'currency')}
              label={t('form.currency')}
              description={t('form.currencyHint')}
              data={CURRENCIES}
            />
            <TextInput
              {...inputOf(form, 'billing_email')}
              label={t('form.billingEmail')}
              description={t('form.billingHint')}
              type="email"
              autoComplete="email"
            />
            <TextInput
              {...inputOf(form, 'tax_id')}
              label={t('form.taxId')}
              description={t('form.taxIdHint')}
            />
            <Group>
              <Button type="submit" variant="filled" loading={add.isPending || add.isSuccess}>
                {t('new.action')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Page>
  )
}
