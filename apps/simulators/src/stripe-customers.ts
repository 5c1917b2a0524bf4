import { find, idOf, type StripeAccount } from './stripe-account.ts'
import { type Form, metadataIn, textIn } from './stripe-form.ts'
import type { Customer, PaymentMethod } from './stripe-objects.ts'

export function createCustomer(account: StripeAccount, form: Form): Customer {
  const customer: Customer = {
    id: idOf('cus'),
    object: 'customer',
    created: account.seconds(),
    email: textIn(form, 'email'),
    livemode: false,
    metadata: metadataIn(form),
    name: textIn(form, 'name'),
  }
  account.customers.set(customer.id, customer)
  return customer
}

export function deleteCustomer(account: StripeAccount, id: string) {
  find(account.customers, 'customer', id)
  account.customers.delete(id)
  for (const method of account.methods.values()) if (method.customer === id) method.customer = null
  return { id, object: 'customer', deleted: true }
}

export const listMethods = (account: StripeAccount, customer: string) => {
  find(account.customers, 'customer', customer)
  const data = [...account.methods.values()].filter((method) => method.customer === customer).reverse()
  return { object: 'list', url: `/v1/customers/${customer}/payment_methods`, has_more: false, data }
}

export function detachMethod(account: StripeAccount, id: string): PaymentMethod {
  const method = find(account.methods, 'PaymentMethod', id)
  method.customer = null
  return method
}
