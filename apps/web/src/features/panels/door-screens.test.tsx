import { listPanels, makePanel, type Panel, removePanel } from '@keyhour/contract/panels'
import { screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { show } from '#test/show.tsx'
import { DoorScreensButton } from '#web/features/panels/door-screens.tsx'

const panel: Panel = {
  id: 5,
  sub_office_id: 17,
  name: 'Glass door',
  language: 'en',
  theme: 'device',
  created_at: '2026-03-02T08:00:00.000Z',
  last_seen_at: null,
}
const office = {
  id: 3,
  name: 'Rothschild',
  name_he: null,
  time_zone: 'Asia/Jerusalem',
  type: 'Office',
  sub_offices: [{ id: 17, name: 'Olive room', name_he: null, type: 'meeting_room' as const }],
}

beforeEach(() => i18next.loadNamespaces('panels'))

const open = async (panels: Panel[]) => {
  answer(listPanels, panels)
  const { user } = show(<DoorScreensButton office={office} />)
  await user.click(screen.getByRole('button', { name: 'Door screens' }))
  return { user, dialog: await screen.findByRole('dialog', { name: 'Door screens' }) }
}

test('a new screen shows its address once, as a link and as a QR code', async () => {
  answer(makePanel, { panel, url: 'https://keyhour.test/panel/3.secret' })
  const { user, dialog } = await open([])
  await user.click(within(dialog).getByRole('button', { name: 'Make a door screen' }))
  expect(await screen.findByText('Cannot be empty')).toBeInTheDocument()
  await user.type(within(dialog).getByLabelText('Name of the screen'), 'Glass door')
  await user.click(within(dialog).getByRole('button', { name: 'Make a door screen' }))

  expect(await screen.findByDisplayValue('https://keyhour.test/panel/3.secret')).toBeInTheDocument()
  expect(await screen.findByTitle('QR code of the address of the door screen')).toBeInTheDocument()
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    sub_office_id: 17,
    name: 'Glass door',
    language: 'en',
    theme: 'device',
  })
  await user.click(within(dialog).getByRole('button', { name: 'Done' }))
  expect(screen.queryByDisplayValue('https://keyhour.test/panel/3.secret')).toBeNull()
})

test('a screen is removed after a question, and a failure is told', async () => {
  refuse(removePanel, 404, 'This screen does not exist.')
  const { user } = await open([panel])
  expect(await screen.findByText('Not opened yet')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Remove Glass door' }))
  await user.click(await screen.findByRole('button', { name: 'Yes' }))

  expect(await screen.findByText('This screen does not exist.')).toBeInTheDocument()
})
