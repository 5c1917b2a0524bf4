import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { MOST_PICTURES } from '@keyhour/contract/admin-offices'
import { ActionIcon, Alert, Badge, Button, Input, useDirection } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { type ChangeEvent, type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { DraftPicture } from '#web/features/admin-offices/form-rules.ts'
import classes from '#web/features/admin-offices/forms.module.css'
import {
  type PictureProblem,
  PictureRefused,
  preparePicture,
} from '#web/features/admin-offices/prepare-picture.ts'
import { DropArea } from '#web/ui/drop-area.tsx'
import { translated } from '#web/ui/form-errors.ts'
import { SoftText } from '#web/ui/soft-text.tsx'

type Props = {
  value?: DraftPicture[]
  error?: ReactNode
  onChange: (change: (pictures: DraftPicture[]) => DraftPicture[]) => void
  /** The form cannot be saved while files are being read. */
  onPreparing: (isPreparing: boolean) => void
}

type Refused = { id: string; name: string; problem: PictureProblem | 'tooMany' }

/** Reads one file at a time; files that are dropped meanwhile are queued. */
function usePictureReader({ value: pictures = [], onChange, onPreparing }: Props) {
  const [refused, setRefused] = useState<Refused[]>([])
  const [left, setLeft] = useState(0)
  const queue = useRef<File[]>([])

  async function add(files: File[]) {
    const isReading = queue.current.length > 0
    queue.current.push(...files)
    if (!isReading) await readAll()
  }

  async function readAll() {
    let room = MOST_PICTURES - pictures.length
    setRefused([])
    onPreparing(true)
    for (let file = queue.current[0]; file; file = queue.current[0]) {
      setLeft(queue.current.length)
      const read = room > 0 ? await pictureOrProblem(file) : 'tooMany'
      if (typeof read === 'string') refuse(file, read)
      else {
        room -= 1
        onChange((pictures) => [...pictures, read])
      }
      queue.current.shift()
    }
    setLeft(0)
    onPreparing(false)
  }

  const refuse = ({ name }: File, problem: Refused['problem']) =>
    setRefused((refused) => [...refused, { id: crypto.randomUUID(), name, problem }])

  return { refused, left, add: (files: Iterable<File>) => void add([...files]) }
}

export function PicturesField(props: Props) {
  const { value: pictures = [], error, onChange } = props
  const { t } = useTranslation('admin-offices')
  const picker = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { refused, left, add } = usePictureReader(props)

  function pick({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    add(currentTarget.files ?? [])
    // Lets the same file be picked again.
    currentTarget.value = ''
  }

  function remove(id: string) {
    onChange((pictures) => pictures.filter((picture) => picture.id !== id))
    button.current?.focus()
  }

  return (
    <DropArea onFiles={add}>
      <div className={classes.pictures}>
        <div className={classes.addPictures}>
          <Button
            ref={button}
            leftSection={<IconPhotoPlus aria-hidden size={18} />}
            onClick={() => picker.current?.click()}
            loading={left > 0}
            disabled={pictures.length >= MOST_PICTURES}
            data-path="pictures"
          >
            {t('pictures.add')}
          </Button>
          <SoftText role="status">
            {left > 0
              ? t('pictures.preparing', { count: left })
              : t('pictures.limit', { most: MOST_PICTURES })}
          </SoftText>
          <input
            ref={picker}
            type="file"
            accept="image/*"
            multiple
            hidden
            aria-label={t('pictures.add')}
            onChange={pick}
          />
        </div>
        {error && <Input.Error>{translated(error)}</Input.Error>}
        {refused.length > 0 && (
          <Alert color="danger" variant="light" role="alert">
            {refused.map(({ id, name, problem }) => (
              <p key={id} className={classes.refusedPicture}>
                {t(`pictures.problem.${problem}`, { name, most: MOST_PICTURES })}
              </p>
            ))}
          </Alert>
        )}
        <Sortable pictures={pictures} onChange={onChange} onRemove={remove} />
      </div>
    </DropArea>
  )
}

const pictureOrProblem = (file: File): Promise<DraftPicture | PictureProblem> =>
  preparePicture(file).catch((reason: unknown) =>
    reason instanceof PictureRefused ? reason.problem : 'unreadable',
  )

type SortableProps = Pick<Props, 'onChange'> & {
  pictures: DraftPicture[]
  onRemove: (id: string) => void
}

/** Pictures are dragged by mouse, long press or keyboard; the first one is the cover. */
function Sortable({ pictures, onChange, onRemove }: SortableProps) {
  const { t } = useTranslation('admin-offices')
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const placeOf = (id: UniqueIdentifier) => pictures.findIndex((picture) => picture.id === id)
  const move = (from: number, to: number) => onChange((pictures) => arrayMove(pictures, from, to))

  function drop({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id) move(placeOf(active.id), placeOf(over.id))
  }

  const words = (id: UniqueIdentifier, over?: UniqueIdentifier) => ({
    number: placeOf(id) + 1,
    place: placeOf(over ?? id) + 1,
    count: pictures.length,
  })
  function sayPlace(id: UniqueIdentifier, over: UniqueIdentifier | undefined): string | undefined {
    if (over === undefined) return undefined
    // dnd-kit announces this right after the lift and so drowns out that announcement.
    return over === id ? t('pictures.said.lifted', words(id)) : t('pictures.said.over', words(id, over))
  }

  const announcements: Announcements = {
    onDragStart: ({ active }) => t('pictures.said.lifted', words(active.id)),
    onDragOver: ({ active, over }) => sayPlace(active.id, over?.id),
    onDragEnd: ({ active, over }) => t('pictures.said.dropped', words(active.id, over?.id)),
    onDragCancel: ({ active }) => t('pictures.said.cancelled', words(active.id)),
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('pictures.howToMove') } }}
    >
      <SortableContext items={pictures} strategy={rectSortingStrategy}>
        <ol className={classes.tiles} aria-label={t('pictures.list')}>
          {pictures.map((picture, at) => (
            <PictureTile
              key={picture.id}
              picture={picture}
              at={at}
              count={pictures.length}
              onMove={(to) => move(at, to)}
              onRemove={() => onRemove(picture.id)}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

type TileProps = {
  picture: DraftPicture
  at: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

function PictureTile({ picture, at, count, onMove, onRemove }: TileProps) {
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
        // Escape puts the picture back and does not close the form.
        data-mantine-stop-propagation={isDragging}
        aria-label={t('pictures.picture', { number, count, name: picture.name })}
      >
        <img src={picture.preview} alt="" draggable={false} onError={showOriginal} />
        {at === 0 && (
          <Badge className={classes.cover} variant="filled" color="brass">
            {t('pictures.cover')}
          </Badge>
        )}
      </button>
      <Moves at={at} count={count} onMove={onMove} onRemove={onRemove} />
    </li>
  )
}

/** Small pictures have no thumbnail. */
function showOriginal({ currentTarget }: SyntheticEvent<HTMLImageElement>) {
  const original = currentTarget.src.replace(/_\d+(\.[a-z]+)$/, '$1')
  if (currentTarget.src !== original) currentTarget.src = original
}

function Moves({ at, count, onMove, onRemove }: Omit<TileProps, 'picture'>) {
  const { t } = useTranslation('admin-offices')
  const { dir } = useDirection()
  const row = useRef<HTMLDivElement>(null)
  const [Earlier, Later] = dir === 'rtl' ? [IconArrowRight, IconArrowLeft] : [IconArrowLeft, IconArrowRight]
  const number = at + 1

  /** The button is disabled at either end of the list; then the one beside it gets the focus. */
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
