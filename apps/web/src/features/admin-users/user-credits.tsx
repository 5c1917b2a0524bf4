import type { UserDetails } from '@keyhour/contract/admin-users'
import type { CreditLot } from '@keyhour/contract/users'
import { Button, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CreditCorrectionForm } from '#web/features/admin-users/correction-form.tsx'
import classes from '#web/features/admin-users/users.module.css'
import { CreditLedger } from '#web/features/credits/credit-ledger.tsx'
import { formatBalances, formatCredits } from '#web/format/money.ts'
import { formatLastDay } from '#web/format/time.ts'
import { SoftText } from '#web/ui/soft-text.tsx'

export function UserCredits({ user }: { user: UserDetails }) {
  const { t } = useTranslation('admin-users')
  const { id, credit_balances, credit_lots } = user
  const [corrected, setCorrected] = useState<number | null>(null)
  return (
    <Stack gap="lg">
      <div>
        <SoftText>{t('drawer.balance')}</SoftText>
        <p className={classes.balance}>{formatBalances(credit_balances)}</p>
      </div>
      <section>
        <Title order={3} size="h5" mb="xs">
          {t('drawer.lots')}
        </Title>
        {credit_lots.length === 0 ? (
          <p className={classes.none}>{t('drawer.noLots')}</p>
        ) : (
          <ul className={classes.entries} aria-label={t('drawer.lots')}>
            {credit_lots.map((lot) => (
              <li key={lot.id} className={classes.lot}>
                <div className={classes.entry}>
                  <Lot lot={lot} onCorrect={() => setCorrected(lot.id)} />
                </div>
                {corrected === lot.id && (
                  <CreditCorrectionForm user={user} lot={lot} onClose={() => setCorrected(null)} />
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
      <CreditLedger userId={id} />
    </Stack>
  )
}

function Lot({ lot, onCorrect }: { lot: CreditLot; onCorrect: () => void }) {
  const { t } = useTranslation('admin-users')
  const { currency, remaining, granted, expires_at, is_gift } = lot
  return (
    <>
      <div className={classes.words}>
        {t('drawer.left', {
          remaining: formatCredits(remaining, currency),
          granted: formatCredits(granted, currency),
        })}
        <SoftText>
          {expires_at === null ? t('drawer.never') : t('drawer.expires', { date: formatLastDay(expires_at) })}
        </SoftText>
      </div>
      {is_gift && (
        <Button size="xs" className={classes.takeBack!} onClick={onCorrect}>
          {t('drawer.takeBack')}
        </Button>
      )}
    </>
  )
}
