import { changePassword, logOutEverywhere, requestPasswordLink } from '@keyhour/contract/auth'
import { forgetCard, listCards } from '@keyhour/contract/charges'
import { listOwnCreditEntries } from '@keyhour/contract/credits'
import { listMyOrders } from '@keyhour/contract/orders'
import { listPaymentOptions } from '@keyhour/contract/payments'
import { changePushSettings, getPushSettings } from '@keyhour/contract/push'
import { getSettings } from '@keyhour/contract/status'
import {
  connectGoogle,
  disconnectGoogle,
  exportOwnData,
  getOwnProfile,
  getPassportImage,
  type OwnProfile,
  removePassportImage,
  setPassportImage,
  updateUser,
} from '@keyhour/contract/users'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { googleArrives, googleFails, holdGoogleBack } from '#test/google.ts'
import { answer, answerLater, refuse, sent } from '#test/replies.ts'
import { sampleCreditEntry, sampleProfile } from '#test/samples.ts'
import { tokenFor, visit } from '#test/show.tsx'
import { countRequestsInFlight } from '#web/api/requests.ts'
import { getSession } from '#web/api/session.ts'

beforeEach(holdGoogleBack)

const settings = { demo: false, google_client_id: null, languages: ['en' as const, 'he' as const] }
type Person = ReturnType<typeof visit>['user']

beforeEach(() => {
  answer(getSettings, settings)
  answer(getPushSettings, { public_key: 'key', off: [] })
  answer(listMyOrders, [])
  answer(listOwnCreditEntries, { entries: [], next: null })
})

function visitProfile(change: Partial<OwnProfile> = {}) {
  answer(getOwnProfile, sampleProfile(change))
  return visit('/profile', { as: { name: 'Maya Cohen' } })
}

const sentTo = (url: string) => sent.filter((request) => request.url === url).map(({ body }) => body)
const part = async (name: string) => within(await screen.findByRole('region', { name }))

async function retype(user: Person, label: string, text: string) {
  const field = await screen.findByLabelText(label)
  await user.clear(field)
  if (text) await user.type(field, text)
}

test('the name in the navbar links to the profile and stays beside Log Out', async () => {
  answer(getOwnProfile, sampleProfile())
  const { user } = visit('/orders', { as: { name: 'Maya Cohen' } })
  await user.click(await screen.findByRole('link', { name: 'Profile of Maya Cohen' }))

  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Log Out' })).toBeInTheDocument()
})

test('a profile that fails to load can be retried', async () => {
  refuse(getOwnProfile, 503, 'The database is not ready.')
  visit('/profile', { as: {} })

  expect(await screen.findByRole('alert')).toHaveTextContent('The database is not ready.')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument()
})

test('name, phone and the language of mails are saved, and the new name appears everywhere', async () => {
  const token = tokenFor({ name: 'Maya Levi' })
  answer(updateUser, token)
  const { user } = visitProfile()
  await retype(user, 'Name', 'Maya Levi')
  await retype(user, 'Phone', '')
  await user.click(screen.getByRole('combobox', { name: 'Email language' }))
  await user.click(await screen.findByRole('option', { name: 'עברית' }))
  answer(getOwnProfile, sampleProfile({ name: 'Maya Levi', phone: null, language: 'he', version: 4 }))
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Profile saved.')).toBeInTheDocument()
  expect(sentTo('/api/users/7')).toEqual([{ name: 'Maya Levi', phone: null, language: 'he', version: 3 }])
  expect(localStorage.getItem('token')).toBe(token)
  expect(screen.getByRole('link', { name: 'Profile of Maya Levi' })).toBeInTheDocument()
})

test('the credits lead to where more can be bought', async () => {
  visitProfile()
  const credits = await part('Credits')

  expect(credits.getByRole('link', { name: 'Buy credits' })).toHaveAttribute('href', '/credits')
})

test('the email address is shown and cannot be edited', async () => {
  visitProfile()

  expect(await screen.findByLabelText('Email')).toHaveAttribute('readonly')
  expect(screen.getByLabelText('Email')).toHaveValue('maya@example.com')
})

test.each([
  ['Name', '  ', 'Name cannot be empty.'],
  ['Phone', 'call me', 'Should be a phone number'],
])('%s %j is refused without asking the server', async (label, text, sentence) => {
  const { user } = visitProfile()
  await retype(user, label, text)
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText(sentence)).toBeInTheDocument()
  expect(screen.getByLabelText(label)).toHaveFocus()
  expect(sentTo('/api/users/7')).toEqual([])
})

test("the server's objection to a field is shown at the field", async () => {
  refuse(updateUser, 422, [{ loc: ['body', 'phone'], msg: 'Should be a phone number' }])
  const { user } = visitProfile()
  await retype(user, 'Phone', '050-0000000')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Should be a phone number')).toBeInTheDocument()
  expect(screen.getByLabelText('Phone')).toBeInvalid()
  expect(screen.getByLabelText('Phone')).toHaveFocus()
})

async function saveTooLate() {
  const changed_at = '2026-03-02T09:30:00.000Z'
  refuse(updateUser, 409, 'This was changed in the meantime.', { changed_by: 'Ada Admin', changed_at })
  const shown = visitProfile()
  await retype(shown.user, 'Name', 'Maya Levi')
  answer(getOwnProfile, sampleProfile({ name: 'Maya C.', phone: null, version: 5 }))
  await shown.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Ada Admin changed this in the meantime, on March 2nd 2026, 9:30 am.')
  return shown
}

test('a failure to save is shown immediately, even while the stored profile cannot be loaded', async () => {
  refuse(updateUser, 503, 'The database is not ready.')
  const { user } = visitProfile()
  await retype(user, 'Name', 'Maya C.')
  answerLater(getOwnProfile, sampleProfile())
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('The database is not ready.')).toBeInTheDocument()
})

test('a conflicting change says who saved first and what is stored, and keeps what was typed', async () => {
  await saveTooLate()

  expect(screen.getByRole('alert')).toHaveTextContent('It now says: Maya C., no phone, emails in English.')
  expect(screen.getByLabelText('Name')).toHaveValue('Maya Levi')
})

test('saving again after seeing the other change overwrites it', async () => {
  const { user } = await saveTooLate()
  answer(updateUser, tokenFor({ name: 'Maya Levi' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Profile saved.')).toBeInTheDocument()
  expect(sentTo('/api/users/7').at(-1)).toMatchObject({ name: 'Maya Levi', version: 5 })
})

test('the other change can be adopted instead', async () => {
  const { user } = await saveTooLate()
  await user.click(screen.getByRole('button', { name: 'Load the stored version' }))

  expect(screen.getByLabelText('Name')).toHaveValue('Maya C.')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('leaving with unsaved changes asks first', async () => {
  const { user, address } = visitProfile()
  await retype(user, 'Name', 'Maya Levi')
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  const question = 'You have unsaved changes. Leave without saving?'
  await user.click(
    within(await screen.findByRole('alertdialog', { name: question })).getByRole('button', { name: 'No' }),
  )
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(address()).toBe('/profile')
  expect(screen.getByLabelText('Name')).toHaveValue('Maya Levi')
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  await user.click(await screen.findByRole('button', { name: 'Yes' }))

  await waitFor(() => expect(address()).toBe('/orders'))
})

test('closing the window with unsaved changes asks first, too', async () => {
  const { user } = visitProfile()
  const isHeldUp = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await screen.findByLabelText('Name')
  expect(isHeldUp()).toBe(false)
  await retype(user, 'Name', 'Maya Levi')

  expect(isHeldUp()).toBe(true)
})

test('logging out does not ask about unsaved changes', async () => {
  const { user, address } = visitProfile()
  await retype(user, 'Name', 'Maya Levi')
  await user.click(screen.getByRole('button', { name: 'Log Out' }))

  await waitFor(() => expect(address()).toBe('/sign-in'))
})

const photo = () => new File(['jpeg'], 'id.jpg', { type: 'image/jpeg' })
const picker = () => document.querySelector<HTMLInputElement>('input[type="file"]')!

test('a stored photo is shown only on request', async () => {
  answer(getPassportImage, { passport_image: 'QUJD' })
  const { user } = visitProfile({ has_passport_image: true })
  const show = await screen.findByRole('button', { name: 'Show photo' })
  expect(sentTo('/api/users/7/passport-image')).toEqual([])
  await user.click(show)

  expect(await screen.findByRole('img', { name: 'Your ID or passport photo' })).toHaveAttribute(
    'src',
    'data:image/jpeg;base64,QUJD',
  )
  await user.click(screen.getByRole('button', { name: 'Hide photo' }))
  expect(screen.queryByRole('img', { name: 'Your ID or passport photo' })).toBeNull()
})

test('a photo is picked, previewed and uploaded, and then shown without another logged view', async () => {
  const arrive = answerLater(setPassportImage, sampleProfile({ has_passport_image: true }))
  const { user } = visitProfile()
  await screen.findByText(/^No photo yet/)
  await user.upload(picker(), photo())
  expect(await screen.findByRole('img', { name: 'The photo you chose' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Upload photo' }))
  const progress = await screen.findByRole('progressbar', { name: 'Uploading the photo' })
  expect(progress).toHaveAttribute('aria-valuenow', '50')
  arrive()

  expect(await screen.findByText('Photo saved.')).toBeInTheDocument()
  const image = `data:image/jpeg;base64,${btoa('jpeg')}`
  expect(screen.getByRole('img', { name: 'Your ID or passport photo' })).toHaveAttribute('src', image)
  expect(sentTo('/api/user-profile/passport-image')).toEqual([{ image }])
  expect(sentTo('/api/users/7/passport-image')).toEqual([])
})

test('a slow upload can be cancelled', async () => {
  const arrive = answerLater(setPassportImage, sampleProfile({ has_passport_image: true }))
  const { user } = visitProfile()
  await screen.findByText(/^No photo yet/)
  await user.upload(picker(), photo())
  await user.click(await screen.findByRole('button', { name: 'Upload photo' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))

  arrive()
  await waitFor(() => expect(countRequestsInFlight()).toBe(0))

  expect(screen.getByText(/^No photo yet/)).toBeInTheDocument()
  expect(screen.queryByText('Photo saved.')).toBeNull()
})

test('a photo can be dropped on the card', async () => {
  visitProfile()
  const text = await screen.findByText(/^No photo yet/)
  fireEvent.drop(text, { dataTransfer: { files: [photo()] } })

  expect(await screen.findByRole('img', { name: 'The photo you chose' })).toBeInTheDocument()
})

test('a photo that is too large is refused before it is sent', async () => {
  const { user } = visitProfile()
  await screen.findByText(/^No photo yet/)
  const large = photo()
  Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 + 1 })
  await user.upload(picker(), large)

  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This file is too large. A photo can be up to 10 MB.',
  )
  expect(screen.queryByRole('button', { name: 'Upload photo' })).toBeNull()
})

test('a picture that the server cannot open says why, and another can be chosen', async () => {
  refuse(setPassportImage, 422, [{ loc: ['body', 'image'], msg: 'Should be an image' }])
  const { user } = visitProfile()
  await screen.findByText(/^No photo yet/)
  await user.upload(picker(), new File(['heic'], 'id.heic', { type: 'image/heic' }))
  const preview = await screen.findByRole('img', { name: 'The photo you chose' })
  fireEvent.error(preview)
  expect(screen.getByText('This browser cannot show the photo you chose.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Upload photo' }))

  expect(await screen.findByRole('alert')).toHaveTextContent(/^Should be an image$/)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('button', { name: 'Choose a photo' })).toBeInTheDocument()
})

test('a photo is removed after a question', async () => {
  answer(removePassportImage, sampleProfile())
  const { user } = visitProfile({ has_passport_image: true })
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await user.click(await screen.findByRole('button', { name: 'Yes' }))

  expect(await screen.findByText('Photo removed.')).toBeInTheDocument()
  expect(await screen.findByText(/^No photo yet/)).toBeInTheDocument()
})

test('credits show the rest and the expiry of each lot, and a lot that expires soon says so in words', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T12:00:00Z'), toFake: ['Date'] })
  const lot = {
    currency: 'ILS' as const,
    is_gift: false,
    granted: 50,
    created_at: '2026-01-01T10:00:00.000Z',
  }
  visitProfile({
    credit_balance: 112.5,
    credit_balances: [
      { currency: 'GBP', credits: 50 },
      { currency: 'ILS', credits: 62.5 },
    ],
    credit_lots: [
      { ...lot, id: 1, remaining: 12.5, expires_at: '2026-03-12T10:00:00.000Z' },
      { ...lot, id: 2, remaining: 50, expires_at: '2026-09-01T10:00:00.000Z' },
      { ...lot, id: 3, currency: 'GBP', remaining: 50, expires_at: null },
    ],
  })
  const credits = await part('Credits')

  expect(credits.getByText('£50.00 · ₪62.50')).toBeInTheDocument()
  expect(credits.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '₪12.50 of ₪50.00 leftIn 10 daysExpires Mar 12th 2026',
    '₪50.00 of ₪50.00 leftExpires Sep 1st 2026',
    '£50.00 of £50.00 leftNever expires',
  ])
  vi.useRealTimers()
})

test('every movement of credits is shown in words, with the balance after it', async () => {
  const booking = { order_id: 41, office: 'Jaffa Port House', sub_office: 'Olive room' }
  const entries = [
    sampleCreditEntry({ id: 3, kind: 'spend', amount: -20.5, balance: 29.5, ...booking }),
    sampleCreditEntry({ id: 2, kind: 'correct', amount: -10, balance: 50, description: 'Meant for Dana' }),
  ]
  answer(listOwnCreditEntries, { entries, next: 2 })
  const { user } = visitProfile()
  const credits = await part('Credits')
  const list = () => within(credits.getByRole('list', { name: 'History' }))
  expect(await credits.findByText('Paid for a booking')).toBeInTheDocument()

  expect(
    list()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Paid for a bookingOlive room · Jaffa Port House.*−₪20\.50Balance ₪29\.50$/),
    expect.stringMatching(/^Taken backMeant for Dana.*−₪10\.00Balance ₪50\.00$/),
  ])
  expect(credits.getByRole('link', { name: 'Olive room · Jaffa Port House' })).toHaveAttribute(
    'href',
    '/order/41',
  )
  const first = sampleCreditEntry({ id: 1, amount: 60, balance: 60 })
  answer(listOwnCreditEntries, { entries: [first], next: null })
  await user.click(credits.getByRole('button', { name: 'Show more' }))

  await waitFor(() => expect(list().getAllByRole('listitem')).toHaveLength(3))
  expect(sent.at(-1)?.url).toBe('/api/user-profile/credit-ledger?before=2&limit=10')
  expect(credits.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('the history of credits is saved as a file, in the language of the screen', async () => {
  answer(listOwnCreditEntries, { entries: [sampleCreditEntry()], next: null })
  const fetched = vi.fn(async () => new Response('file'))
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const { user } = visitProfile()
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }))

  await waitFor(() => expect(saved).toEqual(['keyhour-credits.xlsx']))
  expect(fetched.mock.calls.map(([url]: unknown[]) => url)).toEqual([
    '/api/user-profile/credit-ledger/export?format=xlsx&language=en',
  ])
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a member without credits is told so', async () => {
  visitProfile()

  expect((await part('Credits')).getByText('You have no credits.')).toBeInTheDocument()
})

async function changePasswordTo(user: Person, password: string) {
  await user.type(await screen.findByLabelText('Current password'), 'old password')
  await user.type(screen.getByLabelText('New password'), password)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
}

test('changing the password keeps this session with a new token, and says that others have ended', async () => {
  const token = tokenFor({ name: 'Maya Cohen' })
  answer(changePassword, token)
  const { user } = visitProfile()
  await changePasswordTo(user, 'open sesame now')

  expect(await screen.findByText('Password changed. Other devices are signed out.')).toBeInTheDocument()
  expect(sentTo('/api/users/change_password/')).toEqual([
    { current_password: 'old password', new_password: 'open sesame now' },
  ])
  expect(localStorage.getItem('token')).toBe(token)
  expect(screen.getByLabelText('New password')).toHaveValue('')
})

test('a short password is refused without asking the server', async () => {
  const { user } = visitProfile()
  await changePasswordTo(user, 'short')

  expect(await screen.findByText('Should have at least 10 characters')).toBeInTheDocument()
  expect(sentTo('/api/users/change_password/')).toEqual([])
})

test('a wrong current password is reported at its field', async () => {
  refuse(changePassword, 422, [{ loc: ['body', 'current_password'], msg: 'This is not your password.' }])
  const { user } = visitProfile()
  await changePasswordTo(user, 'open sesame now')

  expect(await screen.findByText('This is not your password.')).toBeInTheDocument()
  expect(screen.getByLabelText('Current password')).toBeInvalid()
  expect(screen.getByLabelText('Current password')).toHaveFocus()
})

test('a member without a password gets a link to set one', async () => {
  answer(requestPasswordLink, { msg: 'Please check your email.' })
  const { user } = visitProfile({ has_password: false, has_google: true })
  await user.click(await screen.findByRole('button', { name: 'Send me a link' }))

  expect(await screen.findByText('Please check your email.')).toBeInTheDocument()
  expect(sentTo('/api/auth/reset_password')).toEqual([{ email: 'maya@example.com' }])
  expect(screen.queryByLabelText('Current password')).toBeNull()
})

async function chooseGoogle(change: Partial<OwnProfile> = {}, credential = 'google-credential') {
  answer(getSettings, { ...settings, google_client_id: 'keyhour.apps' })
  const { user } = visitProfile(change)
  await googleArrives(credential)
  await user.click(await screen.findByRole('button', { name: 'Google' }))
  return user
}

async function prove(user: Person, password: string) {
  await user.type(await screen.findByLabelText('Your password'), password)
  await user.click(screen.getByRole('button', { name: 'Connect Google' }))
}

test('connecting Google takes its own button and the password', async () => {
  answer(connectGoogle, sampleProfile({ has_google: true }))
  await prove(await chooseGoogle(), 'open sesame now')

  expect(await screen.findByText('Connected. You can sign in with Google.')).toBeInTheDocument()
  expect(sentTo('/api/user-profile/google')).toEqual([
    { access_token: 'google-credential', password: 'open sesame now' },
  ])
})

test('a wrong password for connecting Google is reported at its field and can be corrected', async () => {
  refuse(connectGoogle, 422, [{ loc: ['body', 'password'], msg: 'This is not your current password.' }])
  const user = await chooseGoogle()
  await prove(user, 'not this one')
  await waitFor(() => expect(screen.getByLabelText('Your password')).toBeInvalid())
  answer(connectGoogle, sampleProfile({ has_google: true }))
  await prove(user, ' but that one')

  expect(await screen.findByText('Connected. You can sign in with Google.')).toBeInTheDocument()
})

test('the Google account is named before the password is typed', async () => {
  const claims = btoa(JSON.stringify({ email: 'dana@gmail.com' }))
  await chooseGoogle({}, `header.${claims}.signature`)

  expect(await screen.findByText(/^Enter your password to connect/)).toHaveTextContent(/dana@gmail\.com/)
})

test('the profile names the connected Google account', async () => {
  visitProfile({ has_google: true, google_email: 'dana@gmail.com' })

  expect(await screen.findByText(/You can sign in with Google as .*dana@gmail\.com/)).toBeInTheDocument()
  expect(screen.getByLabelText(/Keep signing in with Google as .*dana@gmail\.com/)).not.toBeChecked()
})

test('connecting Google can be cancelled before the password is typed', async () => {
  const user = await chooseGoogle()
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))

  expect(await screen.findByText('Connect Google to sign in without a password.')).toBeInTheDocument()
  expect(sentTo('/api/user-profile/google')).toEqual([])
})

test('a member without a password whose sign-in is too old is asked to sign in again', async () => {
  refuse(connectGoogle, 403, 'Please log out, sign in again, and then connect Google.')
  await chooseGoogle({ has_password: false })

  expect(
    await screen.findByText('Please log out, sign in again, and then connect Google.'),
  ).toBeInTheDocument()
  expect(sentTo('/api/user-profile/google')).toEqual([{ access_token: 'google-credential' }])
})

test('changing the password ends sign-in with Google unless it is kept', async () => {
  answer(changePassword, tokenFor({ name: 'Maya Cohen' }))
  const { user } = visitProfile({ has_google: true })
  await changePasswordTo(user, 'open sesame now')
  expect(await screen.findByText(/and Google is disconnected/)).toBeInTheDocument()
  await user.click(screen.getByLabelText('Keep signing in with Google'))
  await changePasswordTo(user, 'open sesame now')

  await waitFor(() =>
    expect(sentTo('/api/users/change_password/')).toMatchObject([
      { keep_google: false },
      { keep_google: true },
    ]),
  )
})

test('after a question, a member with a password can disconnect Google', async () => {
  answer(getSettings, { ...settings, google_client_id: 'keyhour.apps' })
  answer(disconnectGoogle, sampleProfile({ has_google: false }))
  const { user } = visitProfile({ has_google: true })
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }))
  await user.click(await screen.findByRole('button', { name: 'Yes' }))

  expect(await screen.findByText('Connect Google to sign in without a password.')).toBeInTheDocument()
})

test('a member without a password cannot disconnect Google', async () => {
  visitProfile({ has_google: true, has_password: false })

  expect(await screen.findByText('Connected. You can sign in with Google.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Disconnect' })).toBeNull()
})

test('a Google account that is refused says why', async () => {
  refuse(connectGoogle, 409, 'This Google account belongs to somebody else.')
  await prove(await chooseGoogle(), 'open sesame now')

  expect(await screen.findByText('This Google account belongs to somebody else.')).toBeInTheDocument()
})

test("closing Google's window without an account is reported", async () => {
  answer(getSettings, { ...settings, google_client_id: 'keyhour.apps' })
  const { user } = visitProfile()
  await googleArrives()
  await user.click(await screen.findByRole('button', { name: 'Google' }))

  expect(await screen.findByText('Connecting Google failed. Please try again.')).toBeInTheDocument()
})

test('if Google is unreachable, the profile says so', async () => {
  answer(getSettings, { ...settings, google_client_id: 'keyhour.apps' })
  visitProfile()
  await googleFails()

  expect(await screen.findByText('Google cannot be reached from this browser right now.')).toBeInTheDocument()
})

test('if Google sign-in is not set up, the profile says so', async () => {
  visitProfile()

  expect(await screen.findByText('Google sign-in is not set up here.')).toBeInTheDocument()
})

test('logging out everywhere asks first and ends this session too', async () => {
  answer(logOutEverywhere, { msg: '' })
  const { user, address } = visitProfile()
  await user.click(await screen.findByRole('button', { name: 'Log out everywhere' }))
  await user.click(await screen.findByRole('button', { name: 'Yes' }))

  expect(await screen.findByText('You are logged out everywhere.')).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/sign-in'))
  expect(getSession().signedIn).toBeNull()
})

test('answering No keeps all sessions', async () => {
  const { user } = visitProfile()
  await user.click(await screen.findByRole('button', { name: 'Log out everywhere' }))
  await user.click(await screen.findByRole('button', { name: 'No' }))

  expect(sentTo('/api/auth/log_out_everywhere')).toEqual([])
  expect(getSession().signedIn).not.toBeNull()
})

const ownData = {
  exported_at: '2026-03-02T12:00:00.000Z',
  user: { ...sampleProfile(), email_confirmed_at: null, has_saved_card: false },
  passport_image: null,
  offices: [],
  businesses: [],
  orders: [],
  order_events: [],
  credit_lots: [],
  credit_ledger: [],
  payments: [],
  charges: [],
  deletion_requests: [],
  waiting_list: [],
  notifications: { devices: 0, off: [] },
  messages: [],
  audit: [],
}

test("a member's data is saved as one file", async () => {
  answer(exportOwnData, ownData)
  const saved: { name: string; content: Blob }[] = []
  let content = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    content = blob as Blob
    return 'blob:data'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content })
  })
  const { user } = visitProfile()
  await user.click(await screen.findByRole('button', { name: 'Download my data' }))

  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toBe('keyhour-data.json')
  expect(JSON.parse(await saved[0]!.content.text())).toMatchObject({
    exported_at: '2026-03-02T12:00:00.000Z',
    user: { name: 'Maya Cohen' },
  })
})

test('data that fails to load says why', async () => {
  refuse(exportOwnData, 429, 'Too many attempts. Please wait a moment and try again.')
  const { user } = visitProfile()
  await user.click(await screen.findByRole('button', { name: 'Download my data' }))

  expect((await part('Your data')).getByRole('alert')).toHaveTextContent('Too many attempts.')
})

test('the link to delete the account passes on the email address', async () => {
  const { user, address } = visitProfile()
  await user.click(await screen.findByRole('link', { name: 'Delete account...' }))

  expect(await screen.findByRole('heading', { name: 'Delete your account' })).toBeInTheDocument()
  expect(address()).toBe('/delete-account')
  expect(screen.getByLabelText('Email')).toHaveValue('maya@example.com')
})

const CARDS = [
  { id: 'pm_1', brand: 'visa', last4: '4242' },
  { id: 'pm_2', brand: 'a new brand', last4: '0005' },
]

test('saved cards are listed and removed after a question', async () => {
  answer(listPaymentOptions, { way: 'card', least_charge: {}, packs: [] })
  answer(listCards, CARDS)
  answer(forgetCard, {})
  const { user } = visitProfile()
  const cards = await part('Saved cards')
  expect((await cards.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'Visa ending in 4242Remove',
    'Card ending in 0005Remove',
  ])
  await user.click(cards.getByRole('button', { name: 'Remove Visa ending in 4242' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/^Remove Visa ending in 4242\?/)).toBeInTheDocument()
  answer(listCards, [CARDS[1]!])
  await user.click(question.getByRole('button', { name: 'Yes' }))

  expect(await screen.findByText('Card removed.')).toBeInTheDocument()
  expect(cards.queryByText('Visa ending in 4242')).toBeNull()
  expect(sent.find(({ method }) => method === 'DELETE')!.url).toBe('/api/cards/pm_1')
})

test('a card that cannot be removed stays, and the profile says why', async () => {
  answer(listPaymentOptions, { way: 'card', least_charge: {}, packs: [] })
  answer(listCards, CARDS)
  refuse(forgetCard, 503, 'The payment provider cannot be reached right now. Please try again in a moment.')
  const { user } = visitProfile()
  const cards = await part('Saved cards')
  await user.click(await cards.findByRole('button', { name: 'Remove Visa ending in 4242' }))
  await user.click(await screen.findByRole('button', { name: 'Yes' }))

  expect(await cards.findByRole('alert')).toHaveTextContent('The payment provider cannot be reached')
  expect(cards.getByText('Visa ending in 4242')).toBeInTheDocument()
})

test('without saved cards the profile says how one is saved', async () => {
  answer(listPaymentOptions, { way: 'test', least_charge: {}, packs: [] })
  answer(listCards, [])
  visitProfile()

  expect(await (await part('Saved cards')).findByText(/^You have no saved cards\./)).toBeInTheDocument()
})

test('where cards are not possible, the profile does not mention them', async () => {
  answer(listPaymentOptions, { way: 'invoice', least_charge: {}, packs: [] })
  visitProfile()
  await part('Credits')
  await waitFor(() => expect(sent.map(({ url }) => url)).toContain('/api/payments/options'))

  expect(screen.queryByRole('region', { name: 'Saved cards' })).toBeNull()
})

test('a kind of notification is turned off for all devices, whether or not this one shows any', async () => {
  answer(changePushSettings, { public_key: 'key', off: ['ending'] })
  const { user } = visitProfile()
  const kind = await screen.findByRole('switch', { name: 'Your time ends in 15 minutes' })
  expect(kind).toBeChecked()
  await user.click(kind)
  await waitFor(() => expect(kind).not.toBeChecked())
  expect(sent.find(({ method, url }) => method === 'PUT' && url === '/api/push')?.body).toEqual({
    off: ['ending'],
  })
  expect(screen.getByText('This browser cannot show notifications.')).toBeInTheDocument()
})
