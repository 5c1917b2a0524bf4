import type { Currency } from '@keyhour/contract/primitives'
import { TextInput, type TextInputProps } from '@mantine/core'
import { signOf } from '#web/format/money.ts'

export function PriceInput({ currency, ...input }: TextInputProps & { currency: Currency }) {
  return (
    <TextInput
      {...input}
      leftSection={<span aria-hidden>{signOf(currency)}</span>}
      inputMode="decimal"
      autoComplete="off"
    />
  )
}
