import type { Db } from '#server/db/connection.ts'
import { deviceSubOffices, devices, homeAssistants } from '#server/db/schema/access.ts'
import type { AddedOffice } from '#server/demo/add-offices.ts'
import { doorsOf, entityIdOf, hasHub, hubOf } from '#server/demo/hubs.ts'
import { insertAll, iso, reserveIds } from '#server/demo/rows.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { DAY } from '#server/time/opening-hours.ts'

type Setting = { now: number; secrets: Secrets }

export async function addDoors(db: Db, places: AddedOffice[], { now, secrets }: Setting): Promise<void> {
  const ids = await reserveIds(
    db,
    devices,
    places.reduce((sum, { office }) => sum + doorsOf(office).length, 0),
  )
  const hubs = places.filter(({ office }) => hasHub(office))
  await insertAll(
    db,
    homeAssistants,
    hubs.map(({ id, office }) => ({
      office_id: id,
      url: hubOf(office).url,
      token_sealed: secrets.seal(hubOf(office).token),
      createdAt: iso(now - (office.openedDaysAgo - 1) * DAY),
      updated_at: iso(now - (office.openedDaysAgo - 1) * DAY),
    })),
  )
  for (const place of places) place.deviceIds = ids.splice(0, doorsOf(place.office).length)
  await insertAll(
    db,
    devices,
    places.flatMap(({ id, office, deviceIds }) =>
      doorsOf(office).map(({ name }, at) => ({
        id: deviceIds[at]!,
        office_id: id,
        name,
        home_assistant_id: entityIdOf(office, at),
        type: /gate|tor|shutter|car park/i.test(name) ? 'gate' : 'lock',
        createdAt: iso(now - (office.openedDaysAgo - 2 - at) * DAY),
        updated_at: iso(now - (office.deletedDaysAgo ?? office.openedDaysAgo - 2 - at) * DAY),
        deleted_at: office.deletedDaysAgo ? iso(now - office.deletedDaysAgo * DAY) : null,
      })),
    ),
  )
  await insertAll(
    db,
    deviceSubOffices,
    places.flatMap(({ id, office, deviceIds, spaces }) =>
      doorsOf(office).flatMap(({ opens }, at) =>
        spaces
          .filter(({ part }) => part && opens.includes(part.name))
          .map((space) => ({ office_id: id, device_id: deviceIds[at]!, sub_office_id: space.id! })),
      ),
    ),
  )
}
