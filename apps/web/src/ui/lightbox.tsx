import { useEffect, useEffectEvent, useRef } from 'react'
import type { GalleryWords, ShownPicture } from '#web/ui/gallery.tsx'
import { Icon } from '#web/ui/icon.tsx'
import classes from '#web/ui/lightbox.module.css'
import { StoredPicture } from '#web/ui/stored-picture.tsx'
import { usePictureRow } from '#web/ui/use-picture-row.ts'

type Props = {
  pictures: ShownPicture[]
  words: GalleryWords
  isRtl: boolean
  first: number
  onClose: () => void
}

/** The pictures over the whole screen. The browser keeps the focus inside and gives it back. */
export function Lightbox({ pictures, words, isRtl, first, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { row, at, turnTo, turnBy, turnByKey, noteTurn } = usePictureRow(pictures.length, isRtl, first)
  const last = pictures.length - 1

  const open = useEffectEvent(() => {
    dialog.current?.showModal()
    turnTo(first, 'instant')
  })
  useEffect(() => open(), [])

  return (
    <dialog
      ref={dialog}
      className={classes.window}
      aria-label={words.label}
      onClose={onClose}
      onKeyDown={turnByKey}
    >
      <div className={classes.bar}>
        <p role="status">
          <bdi dir="ltr">{words.at(at + 1, pictures.length)}</bdi> <bdi>{pictures[at]?.of}</bdi>
        </p>
        <button
          type="button"
          className={classes.button}
          aria-label={words.close}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" size={24} />
        </button>
      </div>
      <ul ref={row} className={classes.row} onScroll={noteTurn}>
        {pictures.map(({ address, of }, index) => (
          <li key={address} aria-hidden={index !== at || undefined}>
            <StoredPicture
              address={address}
              alt={words.picture(of)}
              sizes="100vw"
              isFirst={index === first}
            />
          </li>
        ))}
      </ul>
      {last > 0 && (
        <>
          <button
            type="button"
            className={`${classes.button} ${classes.before}`}
            aria-label={words.before}
            disabled={at === 0}
            onClick={() => turnBy(-1)}
          >
            <Icon name="back" size={28} />
          </button>
          <button
            type="button"
            className={`${classes.button} ${classes.after}`}
            aria-label={words.after}
            disabled={at === last}
            onClick={() => turnBy(1)}
          >
            <Icon name="forward" size={28} />
          </button>
        </>
      )}
    </dialog>
  )
}
