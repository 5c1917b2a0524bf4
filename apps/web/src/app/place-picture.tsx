import type { SpaceType } from '@keyhour/contract/offices'
import { Picture } from '#web/ui/picture.tsx'
import { StoredPicture } from '#web/ui/stored-picture.tsx'
import { TYPE_PICTURES } from '#web/ui/type-pictures.ts'

type Props = {
  address: string | null | undefined
  type: SpaceType | undefined
  sizes: string
  isFirst?: boolean
}

/** The picture of a space or its office; a drawing of the type without one. */
export function PlacePicture({ address, type = 'office', sizes, isFirst = false }: Props) {
  if (!address) return <Picture of={TYPE_PICTURES[type].scene} alt="" sizes={sizes} eager={isFirst} />
  return <StoredPicture address={address} sizes={sizes} isFirst={isFirst} />
}
