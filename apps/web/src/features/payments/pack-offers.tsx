import type { CreditPack } from '@keyhour/contract/credits'
import type { PaymentWay } from '@keyhour/contract/payments'
import { Alert, Badge, Button, Text, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useStartPayment } from '#web/features/payments/api.ts'
import classes from '#web/features/payments/payments.module.css'
import {
  creditsPage,
  hasCurrency,
  hasSeveralCurrencies,
  packsByCurrency,
  returnPath,
  savingOf,
} from '#web/features/payments/rules.ts'
import { useGoToPayment } from '#web/features/payments/use-go-to-payment.ts'
import { formatCredits, formatMoney, signOf } from '#web/format/money.ts'
import { formatCount } from '#web/format/share.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf } from '#web/ui/form-errors.ts'

type Props = {
  way: PaymentWay
  packs: CreditPack[]
  /** The company whose pool gets the credits. Left out: they are the buyer's own. */
  businessId?: number
}

export function PackOffers({ way, packs, businessId }: Props) {
  const { t } = useTranslation('payments')
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const goToPayment = useGoToPayment()
  const start = useStartPayment()
  const wanted = address.get('currency')
  const return_to = returnPath(address)
  const groups = packsByCurrency(packs, wanted)

  // A page that the browser brings back by Back is still waiting for the one that it left for.
  useWindowEvent('pageshow', () => start.reset())

  const buy = (pack: CreditPack) =>
    start.mutate(
      {
        credit_pack_id: pack.id,
        expected_price_cents: pack.price_cents,
        ...(return_to && { return_to }),
        ...(businessId && { business_id: businessId }),
      },
      {
        onSuccess: (payment) => {
          if (payment.checkout_url) return goToPayment(payment.checkout_url)
          const after = new URLSearchParams({ payment: String(payment.id), ...(return_to && { return_to }) })
          start.reset()
          void navigate(`${creditsPage(payment)}?${after}`)
        },
      },
    )

  return (
    <>
      <Alert color={way === 'test' ? 'brass' : 'gray'} variant="light" mb="md" role="note">
        {t(`way.${way}`)}
      </Alert>
      <Advice packs={packs} wanted={wanted} />
      <FailureAlert text={failureOf(start.error)} />
      {groups.map(([currency, ofCurrency]) => (
        <div key={currency} className={classes.currency}>
          {groups.length > 1 && (
            <Text fw={600} mb="sm">
              {t('inCurrency', { sign: signOf(currency) })}
            </Text>
          )}
          <ul className={classes.packs}>
            {ofCurrency.map((pack) => (
              <PackCard
                key={pack.id}
                pack={pack}
                label={t(way === 'invoice' ? 'order' : 'buy')}
                isBusy={isStarting(start, pack)}
                isDisabled={start.isPending || start.isSuccess}
                onBuy={() => buy(pack)}
              />
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

/** Which currency to choose. */
function Advice({ packs, wanted }: { packs: CreditPack[]; wanted: string | null }) {
  const { t } = useTranslation('payments')
  const isOffered = hasCurrency(packs, wanted)
  const isMissing = wanted !== null && !isOffered
  const words = [
    isOffered && t('forCurrency', { sign: signOf(wanted) }),
    isMissing && t('noneForCurrency', { currency: wanted }),
    (isMissing || hasSeveralCurrencies(packs)) && t('ownCurrency'),
  ].filter(Boolean)
  if (words.length === 0) return null
  return (
    <Text mb="md" c="dimmed">
      {words.join(' ')}
    </Text>
  )
}

/** Stays busy until the next page is there: another press would buy again. */
const isStarting = (
  { isPending, isSuccess, variables }: ReturnType<typeof useStartPayment>,
  { id }: CreditPack,
): boolean => (isPending || isSuccess) && variables?.credit_pack_id === id

type CardProps = { pack: CreditPack; label: string; isBusy: boolean; isDisabled: boolean; onBuy: () => void }

function PackCard({ pack, label, isBusy, isDisabled, onBuy }: CardProps) {
  const { t } = useTranslation('payments')
  const { id, name, description, credits_amount, price_cents, currency, duration_days } = pack
  const saving = savingOf(pack)
  const nameId = `pack-${id}`
  return (
    <li className={classes.pack}>
      <div className={classes.packHead}>
        <Title order={3} size="h5" id={nameId}>
          <bdi>{name}</bdi>
        </Title>
        {saving !== null && <Badge>{t('saving', { percent: saving })}</Badge>}
      </div>
      {description && (
        <Text size="sm" c="dimmed">
          <bdi>{description}</bdi>
        </Text>
      )}
      <p className={classes.credits}>
        {t('credits', { count: credits_amount, number: formatCount(credits_amount) })}
      </p>
      <Text size="sm" c="dimmed">
        {t('worth', { amount: formatCredits(credits_amount, currency) })}
        <br />
        {duration_days === null ? t('neverExpire') : t('useWithin', { count: duration_days })}
      </Text>
      <div className={classes.packFoot}>
        <div>
          <Text fw={600} className={classes.figure}>
            {formatMoney(price_cents, currency)}
          </Text>
          <Text size="sm" c="dimmed">
            {t('withTax')}
          </Text>
        </div>
        <Button loading={isBusy} disabled={isDisabled && !isBusy} onClick={onBuy} aria-describedby={nameId}>
          {label}
        </Button>
      </div>
    </li>
  )
}
