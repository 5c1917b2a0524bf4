import { LocalMonth } from '@keyhour/contract/primitives'
import { monthAfter, PayoutState, type Statement } from '@keyhour/contract/statements'
import { localPlace } from '#web/texts/local-place.ts'
import { listView, readOneOf, readText, readWhole } from '#web/ui/list-view.ts'

export const STATE_COLOR = {
  open: 'gray',
  scheduled: 'brass',
  paid: 'free',
  carried: 'gray',
} as const satisfies Record<PayoutState, string>

/** Under which key the words of a state are: an owner who owes money pays it back. */
export const wordsOf = ({ net }: Pick<Statement, 'net'>, state: PayoutState): PayoutState | 'paidBack' =>
  state === 'paid' && net < 0 ? 'paidBack' : state

const readMonth = (text: string) => LocalMonth.safeParse(text).data

export const allStatementsView = listView(
  { q: '', state: undefined as PayoutState | undefined, month: undefined as string | undefined },
  { q: readText, state: readOneOf(PayoutState.options), month: readMonth },
)

export const ownStatementsView = listView({ office: undefined as number | undefined }, { office: readWhole })

export const officeName = ({ office_name, office_name_he }: Statement): string =>
  localPlace({ name: office_name, name_he: office_name_he }).name

/** Null for an office that is rented whole. */
export const spaceName = ({ space_name, space_name_he }: Statement): string | null =>
  space_name === null ? null : localPlace({ name: space_name, name_he: space_name_he }).name

const MONTHS_OFFERED = 12

/** Months that are over, the last one first. */
export const monthsOver = (today: string): string[] =>
  Array.from({ length: MONTHS_OFFERED }, (_, at) => monthAfter(today.slice(0, 7), -1 - at))
