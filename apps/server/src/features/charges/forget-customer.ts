import { z } from 'zod'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Of a purged account: the payment provider forgets the customer, with the cards. Encrypted like a mail. */
export const forgetCustomer = job({
  name: 'forget-customer',
  data: z.object({ sealed: z.string() }),
  retries: 12,
  async run({ payments, secrets }: Deps, { sealed }) {
    if (payments.way === 'card') await payments.forgetCustomer(secrets.open(sealed))
  },
})
