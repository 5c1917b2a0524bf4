import { daysAfter } from '@keyhour/contract/office-clock'
import { BOARD_DAYS, type BoardSpace, type ScheduleBoard } from '@keyhour/contract/schedule'
import { together } from '#server/db/together.ts'
import {
  listBoardOffices,
  listBoardSpaces,
  listRolesIn,
  listTakenTimes,
  listTakenTimesOf,
  type TakenTimeRow,
} from '#server/features/schedule/queries.ts'
import { type BoardLook, describeBlock, describeBoardDay, inBlocks } from '#server/features/schedule/rules.ts'
import { refuseNonStaff } from '#server/features/visits/refuse-non-staff.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Asked = { date: string; length: 'day' | 'week'; sub_office_id?: number | undefined }

/** What takes the spaces of an office: all of them on one day, or one in a week. */
export async function getBoard(
  { db, now }: Deps,
  officeId: number,
  { date, length, sub_office_id }: Asked,
  session: Session,
): Promise<ScheduleBoard> {
  await refuseNonStaff(db, officeId, session)
  const [[office], known, roles] = await together(
    listBoardOffices(db, { office_id: officeId }),
    listBoardSpaces(db, { office_id: officeId }),
    listRolesIn(db, { office_id: officeId, user_id: session.id }),
  )
  const { id, name, name_he, ...hours } = office!
  const whole: SpaceFacts = { sub_office_id: null, name, name_he, type: 'office', units: 1 }
  const spaces = chosen(known.length > 0 ? known : [whole], { length, sub_office_id })
  const days = Array.from({ length: BOARD_DAYS[length] }, (_, day) =>
    describeBoardDay(hours, daysAfter(date, day)),
  )
  const at = now()
  const when = { office_id: officeId, from: days[0]!.start, to: days.at(-1)!.end, now: at.toISOString() }
  const rows = await (sub_office_id === undefined
    ? listTakenTimes(db, when)
    : listTakenTimesOf(db, { ...when, sub_office_id }))
  const isOne = (role: string) => roles.some((one) => one.role === role)
  const reader = {
    isAdmin: session.admin,
    isManager: session.admin || isOne('manager'),
    isOwner: isOne('owner'),
  }
  return {
    office: { id, name, name_he, time_zone: hours.time_zone },
    roles: [
      ...(reader.isManager ? (['manager'] as const) : []),
      ...(reader.isOwner ? (['owner'] as const) : []),
    ],
    days,
    spaces: withBlocks(spaces, rows, { reader, hours, now: at.getTime() }),
  }
}

type SpaceFacts = Omit<BoardSpace, 'blocks'>

function chosen(spaces: SpaceFacts[], { length, sub_office_id }: Omit<Asked, 'date'>): SpaceFacts[] {
  if (length === 'day' && sub_office_id === undefined) return spaces
  const space = spaces.filter((one) => one.sub_office_id === (sub_office_id ?? null))
  if (space.length === 0) throw new Refusal('missing', 'This space does not exist.')
  return space
}

/** What takes units of deleted spaces is left out. */
function withBlocks(spaces: SpaceFacts[], rows: TakenTimeRow[], look: BoardLook): BoardSpace[] {
  const bySpace = new Map(spaces.map(({ sub_office_id }) => [sub_office_id, [] as TakenTimeRow[]]))
  for (const row of rows) bySpace.get(row.sub_office_id)?.push(row)
  return spaces.map((space) => ({
    ...space,
    blocks: inBlocks(bySpace.get(space.sub_office_id)!, (row) => describeBlock(row, look)),
  }))
}
