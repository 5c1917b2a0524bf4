import type { ErrorBody } from '@keyhour/contract/errors'
import { Refusal } from '#server/http/refusal.ts'

type NewQuote = Pick<ErrorBody, 'quote' | 'time_quote' | 'check_out_cost'>

/** Refuses if the price and tax are no longer what the customer was shown. The refusal has the new quote. */
export async function refuseNewPrice(
  shown: number | undefined,
  due: number,
  quote: () => Promise<NewQuote>,
): Promise<void> {
  if (shown === undefined || shown === due) return
  throw new Refusal(
    'conflict',
    'The price has changed in the meantime. Please check it again.',
    await quote(),
  )
}
