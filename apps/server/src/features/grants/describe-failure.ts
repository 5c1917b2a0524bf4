import type { Language } from '@keyhour/contract/primitives'
import type { DoorFailure } from '#server/outside/door-driver.ts'

export const SENTENCES: Record<DoorFailure, string> = {
  not_set_up: 'This door is not connected to a hub or service that can open it.',
  address_refused: 'The address of the hub is not allowed.',
  unreachable: 'The hub of this door cannot be reached.',
  too_slow: 'The hub of this door did not answer in time.',
  untrusted: 'The certificate of the hub is not trusted.',
  token_refused: 'The hub does not accept our token.',
  blocked: 'The hub has blocked us.',
  unreadable: "We could not understand the hub's answer.",
  out_of_order: 'The hub reports an error.',
  unknown_door: 'The hub does not know this door.',
  unsupported_door: 'Doors of this kind cannot be opened from here.',
  unavailable: 'The hub has lost contact with the lock.',
  jammed: 'The lock is jammed.',
  stayed_shut: 'The lock was told to open, but stayed shut.',
  not_confirmed: 'The lock was told to open, but does not say whether it did. Please try the handle.',
  refused: 'The hub refused the command.',
  cannot_hold_codes: 'This lock does not take codes.',
  slot_taken: 'This lock has no room for another code.',
}

/** For mails; the screens translate the English sentences themselves. */
const IN_HEBREW: Record<DoorFailure, string> = {
  not_set_up: 'הדלת הזו לא מחוברת לרכזת או לשירות שיכולים לפתוח אותה.',
  address_refused: 'כתובת הרכזת לא מורשית.',
  unreachable: 'אין קשר עם הרכזת של הדלת הזו.',
  too_slow: 'הרכזת של הדלת הזו לא ענתה בזמן.',
  untrusted: 'אישור האבטחה של הרכזת לא מהימן.',
  token_refused: 'הרכזת לא מקבלת את האסימון שלנו.',
  blocked: 'הרכזת חסמה אותנו.',
  unreadable: 'התשובה של הרכזת לא מובנת.',
  out_of_order: 'הרכזת דיווחה על תקלה.',
  unknown_door: 'הרכזת לא מכירה את הדלת הזו.',
  unsupported_door: 'דלתות מהסוג הזה לא נפתחות מכאן.',
  unavailable: 'אבד הקשר בין הרכזת למנעול.',
  jammed: 'המנעול תקוע.',
  stayed_shut: 'המנעול קיבל הוראה להיפתח, אבל נשאר נעול.',
  not_confirmed: 'המנעול קיבל הוראה להיפתח, אבל לא אישר שנפתח. כדאי לנסות את הידית.',
  refused: 'הרכזת דחתה את הפקודה.',
  cannot_hold_codes: 'המנעול הזה לא מקבל קודים.',
  slot_taken: 'אין במנעול הזה מקום לקוד נוסף.',
}

export const describeFailure = (failure: string | null): string | null => failureInWords(failure, 'en')

export const failureInWords = (failure: string | null, language: Language): string | null =>
  ({ en: SENTENCES, he: IN_HEBREW })[language][failure as DoorFailure] ?? null
