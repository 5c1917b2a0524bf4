import classes from '#web/ui/gallery.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { StoredPicture } from '#web/ui/stored-picture.tsx'
import { usePictureRow } from '#web/ui/use-picture-row.ts'

const ONE_AT_A_TIME = '(max-width: 1328px) 100vw, 1280px'
const TWO_AT_A_TIME = '(max-width: 959px) 100vw, (max-width: 1328px) 50vw, 636px'

/** Its address and what it shows. */
export type ShownPicture = { address: string; of: string }

export type GalleryWords = {
  label: string
  open: (of: string, at: number, count: number) => string
  picture: (of: string) => string
  at: (at: number, count: number) => string
  before: string
  after: string
  close: string
}

type Props = {
  pictures: ShownPicture[]
  words: GalleryWords
  isRtl: boolean
  onOpen: (picture: number) => void
}

/** Pictures side by side, two at a time on a wide screen. Each opens the lightbox. */
export function Gallery({ pictures, words, isRtl, onOpen }: Props) {
  const { row, at, isAtEnd, turnBy, turnByKey, noteTurn } = usePictureRow(pictures.length, isRtl)
  const last = pictures.length - 1
  if (last < 0) return null

  return (
    <section className={classes.gallery} aria-label={words.label}>
      <ul ref={row} className={classes.pictures} onScroll={noteTurn} onKeyDown={turnByKey}>
        {pictures.map(({ address, of }, index) => (
          <li key={address}>
            <button
              type="button"
              className={classes.open}
              aria-label={words.open(of, index + 1, pictures.length)}
              onClick={() => onOpen(index)}
            >
              <StoredPicture
                address={address}
                alt={words.picture(of)}
                sizes={last > 0 ? TWO_AT_A_TIME : ONE_AT_A_TIME}
                isFirst={index === 0}
              />
            </button>
          </li>
        ))}
      </ul>
      {last > 0 && (
        <div className={classes.turn}>
          <button type="button" aria-label={words.before} disabled={at === 0} onClick={() => turnBy(-1)}>
            <Icon name="back" />
          </button>
          <bdi dir="ltr">{words.at(at + 1, pictures.length)}</bdi>
          <button type="button" aria-label={words.after} disabled={isAtEnd} onClick={() => turnBy(1)}>
            <Icon name="forward" />
          </button>
        </div>
      )}
    </section>
  )
}
