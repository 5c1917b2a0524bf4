import { demoPictures } from './demo-pictures.ts'
import { publicPictures, sourcePictures } from './web-pictures.ts'

const ROOT = new URL('../../../', import.meta.url)

/** These hold nothing but pictures drawn here. */
export const folders = [
  { folder: new URL('apps/web/public/', ROOT), pictures: publicPictures },
  { folder: new URL('apps/web/src/pictures/', ROOT), pictures: sourcePictures },
  { folder: new URL('apps/server/demo-pictures/', ROOT), pictures: demoPictures },
]
