import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sampleOrder } from '#test/samples.ts'
import { show } from '#test/show.tsx'
import { OfflineBooking } from '#web/app/offline-booking.tsx'
import { nowMs } from '#web/clock.ts'

test('the note says whether this device or Keyhour has no connection, and changes with it', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  onTestFinished(() => onLine.mockRestore())
  const order = sampleOrder()
  const kept = { user_id: order.user_id, asOf: nowMs(), order, place: null, access: null }
  show(<OfflineBooking kept={kept} retry={() => undefined} isRetrying={false} />)
  expect(await screen.findByText(/^Keyhour cannot be reached; as of \d/)).toBeVisible()

  onLine.mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText(/^You are offline; as of \d/)).toBeVisible()
})
