import type { CompanyQuote } from '@keyhour/contract/bookings'
import type { OwnBusiness } from '@keyhour/contract/businesses'
import { Alert, Button, Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Booking } from '#web/features/bookings/use-booking.ts'
import { formatMoney } from '#web/format/money.ts'
import { serverText } from '#web/texts/i18n.ts'

const OWN = 'own'

/** Whether the customer pays or a company of theirs. Nothing for people who belong to none. */
export function PayerChoice({ booking }: { booking: Booking }) {
  const { t } = useTranslation('booking')
  const { payer, quote } = booking
  const { companies, businessId, cannotPay } = payer
  if (companies.length === 0 && !cannotPay) return null
  const refusal = cannotPay ? t('payer.cannotPay') : businessId && refusalOf(quote?.company)
  const choose = (id: number | null) => {
    booking.reset()
    payer.choose(id)
  }
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('payer.label')}
        value={businessId ? String(businessId) : OWN}
        onChange={(id) => choose(id === OWN ? null : Number(id))}
      >
        <Stack gap="xs" mt="xs">
          <Radio value={OWN} label={t('payer.own')} />
          {companies.map((one) => (
            <CompanyOption key={one.id} company={one} quote={quote?.company} />
          ))}
        </Stack>
      </Radio.Group>
      {refusal && (
        <Alert color="brass" variant="light" role="status" title={refusal}>
          <Button size="xs" onClick={() => choose(null)}>
            {t('payer.payMyself')}
          </Button>
        </Alert>
      )}
    </Stack>
  )
}

const refusalOf = (company: CompanyQuote | null | undefined): string | undefined =>
  company?.refusal ? serverText(company.refusal) : undefined

type OptionProps = { company: OwnBusiness; quote: CompanyQuote | null | undefined }

/** Says what is left: of this month, or once a stay is chosen, of the month of the stay. */
function CompanyOption({ company, quote }: OptionProps) {
  const { t } = useTranslation('booking')
  const money = (cents: number) => formatMoney(cents, company.currency)
  const isQuoted = quote?.business_id === company.id
  const { left, monthly_limit } = isQuoted ? quote : company
  const used = isQuoted ? quote.used : company.used_this_month
  const pool = t('payer.left', { left: money(left) })
  const limit =
    monthly_limit !== null &&
    t(isQuoted ? 'payer.leftInMonth' : 'payer.leftThisMonth', {
      left: money(Math.max(0, monthly_limit - used)),
      limit: money(monthly_limit),
    })
  return (
    <Radio
      value={String(company.id)}
      label={t('payer.company', { company: company.name })}
      description={[pool, limit].filter(Boolean).join(' ')}
    />
  )
}
