import * as contract from '@keyhour/contract/webhooks'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { tellChange } from '#test/live.ts'
import { answer, refuse, sent } from '#test/replies.ts'
import { visit } from '#test/show.tsx'
// Imported in advance: on a busy machine loading them takes longer than a test waits.
import '#web/app/admin-shell.tsx'
import '#web/features/webhooks/webhooks-screen.tsx'

type Person = ReturnType<typeof visit>['user']

const sampleWebhook = (change: Partial<contract.Webhook> = {}): contract.Webhook => ({
  id: 1,
  name: 'CRM',
  url: 'https://crm.example.com/keyhour',
  kinds: ['order.booked', 'order.cancelled'],
  is_active: true,
  off_reason: null,
  last_success_at: null,
  failing_since: null,
  failed_deliveries: 0,
  old_secret_until: null,
  created_at: '2026-03-01T08:00:00.000Z',
  updated_at: '2026-03-01T08:00:00.000Z',
  version: 1,
  ...change,
})

const sampleDelivery = (change: Partial<contract.Delivery> = {}): contract.Delivery => ({
  id: 7,
  webhook_id: 1,
  webhook_name: 'CRM',
  event_id: '0d9a2c3e-52f4-4f0c-8b1e-2f6f6a1d7c11',
  kind: 'order.booked',
  status: 'failed',
  tries: 8,
  created_at: '2026-03-02T08:00:00.000Z',
  next_try_at: null,
  finished_at: '2026-03-03T06:21:00.000Z',
  status_code: 500,
  failure: 'error_status',
  duration_ms: 120,
  ...change,
})

const detailsOf = (delivery: contract.Delivery): contract.DeliveryDetails => ({
  ...delivery,
  url: 'https://crm.example.com/keyhour',
  body: '{"kind":"order.booked","data":{"order":{"id":4711}}}',
  answer: 'Internal error',
  can_be_sent: true,
})

function visitWebhooks(
  webhooks: contract.Webhook[] = [sampleWebhook()],
  deliveries: contract.Delivery[] = [],
  path = '/admin-webhooks',
) {
  answer(contract.listWebhooks, webhooks)
  answer(contract.listDeliveries, deliveries)
  return visit(path, { as: { id: 99, admin: true } })
}

const press = async (user: Person, name: string) => user.click(await screen.findByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const bodyOf = (method: string) => sent.findLast((request) => request.method === method)?.body

test('an admin without webhooks is told what they are for, and can add one', async () => {
  visitWebhooks([])

  expect(await screen.findByRole('heading', { name: 'No webhooks yet' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Add webhook' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Webhooks' })).toHaveAttribute('href', '/admin-webhooks')
})

test('without webhooks, deliveries are shown only if a deleted one left some', async () => {
  const { unmount } = visitWebhooks([])
  await screen.findByRole('heading', { name: 'No webhooks yet' })
  expect(screen.queryByRole('heading', { name: 'Deliveries' })).toBeNull()
  unmount()
  visitWebhooks([], [sampleDelivery({})])

  expect(await screen.findByRole('heading', { name: 'Deliveries' })).toBeInTheDocument()
})

test.each<[string, Partial<contract.Webhook>]>([
  ['Nothing sent yet', {}],
  ['Working', { last_success_at: '2026-03-02T08:00:00.000Z' }],
  ['Failing', { failing_since: '2026-03-02T08:00:00.000Z' }],
  ['Off', { is_active: false }],
  ['Off: address is gone', { is_active: false, off_reason: 'gone' }],
  ['Off: failed for 3 days', { is_active: false, off_reason: 'failing' }],
])('a webhook says that it is: %s', async (state, change) => {
  visitWebhooks([sampleWebhook(change)])

  expect(await screen.findByRole('cell', { name: state })).toBeInTheDocument()
})

test('a new webhook is checked, saved, and its secret shown until the admin has copied it', async () => {
  const { user } = visitWebhooks([])
  await press(user, 'Add webhook')
  const form = await dialog('Add webhook')
  await user.type(form.getByRole('textbox', { name: 'Address' }), 'crm')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('Cannot be empty')).toBeInTheDocument()
  expect(form.getByText('Should be an address like https://example.com/webhooks')).toBeInTheDocument()
  expect(bodyOf('POST')).toBeUndefined()

  await user.type(form.getByRole('textbox', { name: 'Name' }), 'CRM')
  await user.clear(form.getByRole('textbox', { name: 'Address' }))
  await user.type(form.getByRole('textbox', { name: 'Address' }), 'https://crm.example.com/keyhour')
  await user.click(form.getByRole('checkbox', { name: 'Door opened' }))
  answer(contract.addWebhook, { ...sampleWebhook(), secret: 'kh_whsec_abc' })
  await user.click(form.getByRole('button', { name: 'Save' }))

  const shown = await dialog('The secret of this webhook')
  expect(shown.getByText('kh_whsec_abc')).toBeInTheDocument()
  expect(bodyOf('POST')).toEqual({
    name: 'CRM',
    url: 'https://crm.example.com/keyhour',
    kinds: contract.WebhookKind.options.filter((kind) => kind !== 'door.opened'),
  })
  await user.keyboard('{Escape}')
  expect(shown.getByText('kh_whsec_abc')).toBeInTheDocument()
  await user.click(shown.getByRole('button', { name: 'I have copied it' }))
  await waitFor(() => expect(screen.queryByText('kh_whsec_abc')).toBeNull())
})

test('an address that the server refuses is reported at its field', async () => {
  const { user } = visitWebhooks()
  await press(user, 'Edit')
  const form = await dialog('Edit webhook')
  refuse(contract.changeWebhook, 422, [
    { loc: ['body', 'url'], msg: 'Webhooks cannot be sent to this network', type: 'custom' },
  ])
  await user.click(form.getByRole('button', { name: 'Save' }))

  await waitFor(() =>
    expect(form.getByRole('textbox', { name: 'Address' })).toHaveAccessibleDescription(
      expect.stringContaining('Webhooks cannot be sent to this network'),
    ),
  )
})

test('a new secret is made only after a confirmation, for the version that is shown', async () => {
  const { user } = visitWebhooks([sampleWebhook({ version: 4 })])
  answer(contract.rotateWebhookSecret, {
    ...sampleWebhook({ version: 5, old_secret_until: '2026-03-03T08:00:00.000Z' }),
    secret: 'kh_whsec_new',
  })
  await press(user, 'New secret')
  expect(bodyOf('POST')).toBeUndefined()
  await press(user, 'Yes')

  const shown = await dialog('The secret of this webhook')
  expect(shown.getByText('kh_whsec_new')).toBeInTheDocument()
  expect(shown.getByText('For 24 hours, deliveries are also signed with the old secret.')).toBeInTheDocument()
  expect(bodyOf('POST')).toEqual({ version: 4 })
})

test('a test shows what the other system answered', async () => {
  const { user } = visitWebhooks()
  const ping = detailsOf(sampleDelivery({ kind: 'ping', status_code: 401, tries: 1 }))
  answer(contract.testWebhook, ping)
  answer(contract.getDelivery, ping)
  await press(user, 'Send a test')

  const panel = await dialog('Delivery')
  expect(await panel.findByText('Answered with error 401')).toBeInTheDocument()
  expect(panel.getByText('Internal error')).toBeInTheDocument()
})

test('a failed delivery shows its reason and body, and can be sent again', async () => {
  const failed = sampleDelivery()
  const { user } = visitWebhooks([sampleWebhook({ failed_deliveries: 1 })], [failed])
  answer(contract.getDelivery, detailsOf(failed))
  const log = within(await screen.findByRole('table', { name: 'Deliveries' }))
  expect(log.getByRole('cell', { name: 'Answered with error 500' })).toBeInTheDocument()
  await user.click(log.getByRole('button', { name: 'Order booked' }))
  const panel = await dialog('Delivery')
  expect(await panel.findByText(/"id": 4711/)).toBeInTheDocument()
  const waiting = detailsOf(sampleDelivery({ status: 'pending', tries: 0, finished_at: null }))
  answer(contract.sendAgain, waiting)
  answer(contract.getDelivery, waiting)
  await user.click(panel.getByRole('button', { name: 'Send again' }))

  expect(await panel.findByText('Waiting')).toBeInTheDocument()
  expect(panel.queryByRole('button', { name: 'Send again' })).toBeNull()
})

test('nothing can be sent again to a webhook that is off', async () => {
  const { user } = visitWebhooks([sampleWebhook({ is_active: false })], [sampleDelivery()])
  answer(contract.getDelivery, { ...detailsOf(sampleDelivery()), can_be_sent: false })
  await press(user, 'Order booked')
  const panel = await dialog('Delivery')

  expect(await panel.findByText(/This webhook is off or was deleted/)).toBeInTheDocument()
  expect(panel.queryByRole('button', { name: 'Send again' })).toBeNull()
})

test('all failed deliveries of a webhook are sent again at once', async () => {
  const { user } = visitWebhooks([sampleWebhook({ failed_deliveries: 3 })])
  answer(contract.sendFailedAgain, { count: 3 })
  await press(user, 'Send all failed ones again')

  expect(await screen.findByText('3 deliveries are being sent again.')).toBeInTheDocument()
})

test('the log is filtered by the address, and older deliveries follow', async () => {
  const page = Array.from({ length: contract.DELIVERY_PAGE }, (_, at) => sampleDelivery({ id: 100 - at }))
  const path = '/admin-webhooks?webhook=1&status=failed&kind=order.booked'
  const { user } = visitWebhooks([sampleWebhook()], page, path)
  await screen.findByRole('button', { name: 'Show older deliveries' })
  answer(contract.listDeliveries, [sampleDelivery({ id: 3, kind: 'order.paid' })])
  await press(user, 'Show older deliveries')

  expect(await screen.findByRole('button', { name: 'Order paid' })).toBeInTheDocument()
  const asked = sent.map(({ url }) => url).filter((url) => url.includes('webhook_deliveries'))
  expect(asked.at(0)).toContain('webhook_id=1&status=failed&kind=order.booked')
  expect(asked.at(-1)).toContain(`before=${100 - contract.DELIVERY_PAGE + 1}`)
})

test('a webhook is deleted only after a confirmation', async () => {
  const { user } = visitWebhooks()
  answer(contract.deleteWebhook, {})
  await press(user, 'Delete')
  await press(user, 'No')
  expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([])
  await press(user, 'Delete')
  answer(contract.listWebhooks, [])
  await press(user, 'Yes')

  expect(await screen.findByText('CRM was deleted.')).toBeInTheDocument()
  expect(await screen.findByRole('heading', { name: 'No webhooks yet' })).toBeInTheDocument()
})

test('a list that cannot be loaded says so and offers a retry', async () => {
  refuse(contract.listWebhooks, 503, 'The database is not ready.')
  const { user } = visit('/admin-webhooks', { as: { id: 99, admin: true } })
  expect(await screen.findByText('The database is not ready.')).toBeInTheDocument()
  answer(contract.listWebhooks, [])
  answer(contract.listDeliveries, [])
  await press(user, 'Retry')

  expect(await screen.findByRole('heading', { name: 'No webhooks yet' })).toBeInTheDocument()
})

test('what changes elsewhere appears by itself', async () => {
  visitWebhooks()
  await screen.findByRole('cell', { name: 'Nothing sent yet' })
  answer(contract.listWebhooks, [sampleWebhook({ last_success_at: '2026-03-02T08:00:00.000Z' })])
  act(() => tellChange('webhooks'))

  expect(await screen.findByRole('cell', { name: 'Working' })).toBeInTheDocument()
})
