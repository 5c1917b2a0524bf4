import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PayWay } from '#web/features/charges/rules.ts'
import { useCardName } from '#web/features/charges/use-card-name.ts'
import type { ChosenPayment } from '#web/features/charges/use-pay-choice.ts'

type Props = Omit<ChosenPayment, 'least'> & { label: string }

export function PayChoice({ label, ways, way, saved, onChange }: Props) {
  const { t } = useTranslation('charges')
  const cardName = useCardName()
  const labels: Record<PayWay, string> = {
    saved: saved ? cardName(saved) : '',
    new: t(saved ? 'way.another' : 'way.card'),
    later: t('way.later'),
  }
  return (
    <Radio.Group label={label} value={way} onChange={(next) => onChange(next as PayWay)}>
      <Stack gap="xs" mt="xs">
        {ways.map((one) => (
          <Radio key={one} value={one} label={labels[one]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
