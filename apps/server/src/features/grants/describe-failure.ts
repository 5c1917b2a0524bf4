import type { DoorFailure } from '#server/outside/door-driver.ts'

export const SENTENCES: Record<DoorFailure, string> = {
  not_set_up: 'This door is not connected to anything that could open it.',
  address_refused: 'The address of the hub is not allowed.',
  unreachable: 'The hub of this door cannot be reached.',
  too_slow: 'The hub of this door did not answer in time.',
  untrusted: 'The certificate of the hub is not trusted.',
  token_refused: 'The hub does not accept our token.',
  blocked: 'The hub has shut us out.',
  unreadable: 'The hub answered something that we do not understand.',
  out_of_order: 'The hub says that it is out of order.',
  unknown_door: 'The hub does not know this door.',
  unsupported_door: 'Doors of this kind cannot be opened from here.',
  unavailable: 'The hub has lost contact with the lock.',
  jammed: 'The lock is jammed.',
  stayed_shut: 'The lock was told to open, but stayed shut.',
  not_confirmed: 'The lock was told to open, but does not say whether it did. Please try the handle.',
  refused: 'The hub refused to do it.',
  cannot_hold_codes: 'This lock does not take codes.',
  slot_taken: 'There is no room for another code in this lock.',
}

/** In words for a person; null when nothing failed. */
export const describeFailure = (failure: string | null): string | null =>
  failure === null ? null : (SENTENCES[failure as DoorFailure] ?? null)
