import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Badge, useDirection } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconTrash } from '@tabler/icons-react'
import { type SyntheticEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Picture } from '#web/features/admin-offices/form-rules.ts'
import classes from '#web/features/admin-offices/forms.module.css'

type Props = {
  picture: Picture
  at: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

export function PictureTile({ picture, at, count, onMove, onRemove }: Props) {
  const { t } = useTranslation('admin-offices')
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: picture.id, attributes: { roleDescription: t('pictures.movable') } })
  const number = at + 1
  return (
    <li
      ref={setNodeRef}
      className={classes.tile}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={classes.pictureHandle}
        {...attributes}
        {...listeners}
        // Escape puts the picture back; it does not close the form.
        data-mantine-stop-propagation={isDragging}
        aria-label={t('pictures.picture', { number, count, name: picture.name })}
      >
        <img src={picture.preview} alt="" draggable={false} onError={showOriginal} />
        {at === 0 && (
          <Badge className={classes.cover} variant="filled" color="brass" tt="none">
            {t('pictures.cover')}
          </Badge>
        )}
      </button>
      <Moves at={at} count={count} onMove={onMove} onRemove={onRemove} />
    </li>
  )
}

/** Of a small picture there is no smaller one. */
function showOriginal({ currentTarget }: SyntheticEvent<HTMLImageElement>) {
  const original = currentTarget.src.replace(/_\d+(\.[a-z]+)$/, '$1')
  if (currentTarget.src !== original) currentTarget.src = original
}

function Moves({ at, count, onMove, onRemove }: Omit<Props, 'picture'>) {
  const { t } = useTranslation('admin-offices')
  const { dir } = useDirection()
  const row = useRef<HTMLDivElement>(null)
  const [Earlier, Later] = dir === 'rtl' ? [IconArrowRight, IconArrowLeft] : [IconArrowLeft, IconArrowRight]
  const number = at + 1

  /** The button at the end of the list is disabled; the focus goes to the one beside it. */
  function move(to: number) {
    flushSync(() => onMove(to))
    if (document.activeElement instanceof HTMLButtonElement && !document.activeElement.disabled) return
    row.current?.querySelector<HTMLButtonElement>('button:not(:disabled)')?.focus()
  }

  return (
    <div ref={row} className={classes.moves}>
      <ActionIcon
        size="lg"
        aria-label={t('pictures.earlier', { number })}
        disabled={at === 0}
        onClick={() => move(at - 1)}
      >
        <Earlier aria-hidden size={18} />
      </ActionIcon>
      <ActionIcon
        size="lg"
        aria-label={t('pictures.later', { number })}
        disabled={at === count - 1}
        onClick={() => move(at + 1)}
      >
        <Later aria-hidden size={18} />
      </ActionIcon>
      <ActionIcon size="lg" color="danger" aria-label={t('pictures.remove', { number })} onClick={onRemove}>
        <IconTrash aria-hidden size={18} />
      </ActionIcon>
    </div>
  )
}
