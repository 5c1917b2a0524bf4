import { Refusal } from '#server/http/refusal.ts'

const SEE_APP = 'This cannot be booked with this code. Please book in the app, which says why.'

/** Others read along at a door: a refusal says nothing about what somebody owes, nor where else they could go. */
export async function withoutPersonal<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Refusal) || error.statusCode !== 409) throw error
    const { detail, unpaid_orders } = error.body
    throw new Refusal('conflict', unpaid_orders ? SEE_APP : detail)
  }
}
