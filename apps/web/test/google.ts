import { act, fireEvent, waitFor } from '@testing-library/react'
import { vi } from 'vitest'

type Options = { client_id: string; callback: (answer: { credential?: string }) => void }
type Look = { theme: string; size: string; text: string; locale: string }

/** For `beforeEach`: nothing is fetched, and Google's script loads when a test says so. */
export function holdGoogleBack(): () => void {
  const append = document.body.appendChild.bind(document.body)
  vi.spyOn(document.body, 'appendChild').mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) node.type = 'text/plain'
    return append(node)
  })
  return () => {
    vi.restoreAllMocks()
    Reflect.deleteProperty(window, 'google')
  }
}

export async function googleScript(): Promise<HTMLScriptElement> {
  return waitFor(() => {
    const scripts = document.querySelectorAll<HTMLScriptElement>(
      'script[src*="accounts.google.com/gsi/client"]',
    )
    const script = scripts[scripts.length - 1]
    if (!script) throw new Error("Nobody asked for Google's script.")
    return script
  })
}

/** Google's script loads and draws a real button, which returns this credential, or none. */
export async function googleArrives(credential?: string) {
  const script = await googleScript()
  let given: Options | undefined
  const google = {
    initialize: vi.fn((options: Options) => {
      given = options
    }),
    renderButton: vi.fn((place: HTMLElement, _look: Look) => {
      const button = document.createElement('button')
      button.textContent = 'Google'
      button.onclick = () => act(() => given?.callback(credential === undefined ? {} : { credential }))
      place.replaceChildren(button)
    }),
    disableAutoSelect: vi.fn(),
    revoke: vi.fn((_account: string) => {
      if (!given) throw new Error('Google wants to be initialised first.')
    }),
  }
  window.google = { accounts: { id: google } }
  fireEvent.load(script)
  return google
}

export async function googleFails() {
  fireEvent.error(await googleScript())
}
