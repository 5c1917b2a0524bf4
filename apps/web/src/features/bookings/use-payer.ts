import type { OwnBusiness } from '@keyhour/contract/businesses'
import type { Office } from '@keyhour/contract/offices'
import { useOwnBusinesses, useRefreshBusinesses } from '#web/features/businesses/api.ts'

export type Payer = {
  /** Those whose credits can pay in this office. */
  companies: OwnBusiness[]
  /** The one that pays. Undefined: the customer does. */
  businessId: number | undefined
  /** The one in the address is not among them, or no longer. */
  cannotPay: boolean
  /** Null: the customer. */
  choose: (id: number | null) => void
  refresh: () => void
}

/** Who pays for a booking, as the address says. */
export function usePayer(
  { currency }: Office,
  address: URLSearchParams,
  setAddress: (next: URLSearchParams) => void,
): Payer {
  const { data: own } = useOwnBusinesses()
  const refresh = useRefreshBusinesses()
  const companies = own?.filter((company) => company.currency === currency)
  const named = Number(address.get('company')) || undefined
  return {
    companies: companies ?? [],
    // Even if that company cannot pay: only the customer decides to pay instead.
    businessId: named,
    cannotPay: named !== undefined && companies?.some(({ id }) => id === named) === false,
    choose: (id) => {
      const next = new URLSearchParams(address)
      if (id === null) next.delete('company')
      else next.set('company', String(id))
      setAddress(next)
    },
    refresh: () => void refresh(),
  }
}
