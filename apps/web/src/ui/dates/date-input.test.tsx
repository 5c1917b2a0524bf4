import { screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { show } from '#test/show.tsx'
import { DateInput } from '#web/ui/dates/date-input.tsx'

const TODAY = '2026-03-02'
const noteOf = (date: string) => {
  if (date === '2026-03-03') return { isClosed: true, words: 'Purim', isHoliday: true }
  return date.endsWith('-07') ? { isClosed: true, words: 'Closed' } : undefined
}

function Form({ onChange, start }: { onChange: (date: string) => void; start: string }) {
  const [value, setValue] = useState(start)
  return (
    <DateInput
      label="Day"
      value={value}
      min={TODAY}
      max="2027-03-02"
      today={TODAY}
      noteOf={noteOf}
      onChange={(date) => {
        setValue(date)
        onChange(date)
      }}
    />
  )
}

function showField(start = TODAY) {
  const onChange = vi.fn()
  return { onChange, ...show(<Form onChange={onChange} start={start} />) }
}

const field = () => screen.getByLabelText('Day', { selector: 'input' })
const day = (name: string | RegExp) => screen.findByRole('button', { name })

test('a day is picked from a calendar with one touch', async () => {
  const { user, onChange } = showField()
  await user.click(field())
  expect(
    within(await screen.findByRole('dialog', { name: 'Day' })).getByText('March 2026'),
  ).toBeInTheDocument()
  await user.click(await day('Thu, Mar 5th'))

  expect(onChange.mock.calls).toEqual([['2026-03-05']])
  expect(field()).toHaveValue('Thu, Mar 5th 2026')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(field()).toHaveFocus()
})

test('closed days and holidays are named and cannot be picked, nor days before today', async () => {
  const { user, onChange } = showField()
  await user.click(field())
  expect(screen.getByRole('dialog')).toHaveTextContent('Tue, Mar 3rd: Purim')
  for (const name of ['Tue, Mar 3rd: Purim', 'Sat, Mar 7th: Closed', 'Sun, Mar 1st']) {
    expect(await day(name)).toHaveAttribute('aria-disabled', 'true')
    await user.click(await day(name))
  }

  expect(onChange).not.toHaveBeenCalled()
})

test('the keyboard opens the calendar, moves by day, week and month, and closes it', async () => {
  const { user, onChange } = showField()
  await user.tab()
  await user.keyboard('{ArrowDown}')
  expect(await day('Mon, Mar 2nd')).toHaveFocus()
  await user.keyboard('{ArrowUp}')
  expect(await day('Mon, Mar 2nd')).toHaveFocus()
  await user.keyboard('{ArrowRight}{ArrowDown}{PageDown}')
  expect(await day('Fri, Apr 10th')).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')

  expect(onChange.mock.calls).toEqual([['2026-03-09']])
})

test('a date can be typed; one that cannot be chosen is refused at its field', async () => {
  const { user, onChange } = showField()
  await user.tab()
  await user.keyboard('12/24/2026{Enter}')
  expect(onChange.mock.calls).toEqual([['2026-12-24']])
  await user.clear(field())
  await user.keyboard('1/1/2020{Enter}')

  expect(field()).toHaveAccessibleDescription('Choose a date from the calendar, or type one')
  expect(onChange).toHaveBeenCalledTimes(1)
})

test('a date can also be typed once the calendar is open', async () => {
  const { user, onChange } = showField()
  await user.click(field())
  await user.keyboard('12/24/2026{Enter}')

  expect(onChange.mock.calls).toEqual([['2026-12-24']])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(field()).toHaveFocus()
})

test('in Hebrew the calendar is in Hebrew', async () => {
  await i18next.changeLanguage('he')
  const { user } = showField()
  await user.click(field())

  expect(screen.getByText('מרץ 2026')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'היום' })).toBeInTheDocument()
})
