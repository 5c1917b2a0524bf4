import type { Office, SubOffice } from '@keyhour/contract/offices'
import { pictureAddress } from '@keyhour/contract/picture-address'

export const offeredSpaces = ({ sub_offices }: Office): SubOffice[] =>
  sub_offices.filter(({ deleted_at }) => deleted_at === null)

export const pictureOf = ({ pictures: [picture] }: SubOffice): string | undefined =>
  picture && pictureAddress('sub_office', picture)
