import type { Currency } from '@keyhour/contract/primitives'
import { Fragment } from 'react'
import { formatMoney } from '#web/format/money.ts'
import classes from '#web/ui/amounts.module.css'

type Amount = { label: string; cents: number; isSum?: boolean }

/** Amounts below each other, with a line above the sum. */
export const Amounts = ({ amounts, currency }: { amounts: Amount[]; currency: Currency }) => (
  <dl className={classes.amounts}>
    {amounts.map(({ label, cents, isSum }) => (
      <Fragment key={label}>
        <dt data-sum={isSum}>{label}</dt>
        <dd data-sum={isSum}>
          <bdi>{formatMoney(cents, currency)}</bdi>
        </dd>
      </Fragment>
    ))}
  </dl>
)
