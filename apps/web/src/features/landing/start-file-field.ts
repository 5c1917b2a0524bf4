import type { FileFieldTexts } from '#web/features/landing/file-field.tsx'
import { formatSize } from '#web/format/size.ts'

export type ChosenFiles = {
  read: () => Promise<{ name: string; content: string }[]>
  /** Beside the file, or below all of them if there is no such file. */
  showError: (position: number | undefined, error: string) => void
}

/** Keeps the chosen and dropped files in a list, from which they can be removed. */
export function startFileField(field: HTMLElement): ChosenFiles {
  const texts: FileFieldTexts = JSON.parse(field.dataset.files ?? '{}')
  const input = field.querySelector<HTMLInputElement>('input[type="file"]')!
  const list = field.querySelector('ul')!
  const problem = field.querySelector('.field-error')!
  let files: File[] = []

  function add(given: Iterable<File>): void {
    const refused: string[] = []
    for (const file of given) {
      const reason = reasonAgainst(file, files, texts)
      if (reason) refused.push(reason.replace('{name}', file.name))
      else files.push(file)
    }
    show()
    problem.textContent = refused.join(' ')
  }

  function show(): void {
    problem.textContent = ''
    list.replaceChildren(...files.map((file) => rowOf(file, texts, () => remove(file))))
  }

  function remove(file: File): void {
    files = files.filter((one) => one !== file)
    show()
    input.focus()
  }

  input.addEventListener('change', () => {
    add(input.files ?? [])
    // So that the same file can be chosen again after it was removed.
    input.value = ''
  })
  takeDrops(field, add)

  return {
    read: () => Promise.all(files.map(async (file) => ({ name: file.name, content: await base64Of(file) }))),
    showError(position, error) {
      const row = position === undefined ? undefined : list.children[position]
      const place = row?.querySelector('.field-error') ?? problem
      place.textContent = error
    },
  }
}

function reasonAgainst(file: File, chosen: File[], { limits, notAdded }: FileFieldTexts): string | undefined {
  if (!limits.types.includes(file.type)) return notAdded.type
  if (chosen.length === limits.count) return notAdded.count
  const bytes = [...chosen, file].reduce((sum, { size }) => sum + size, 0)
  return bytes > limits.bytes ? notAdded.size : undefined
}

function rowOf(file: File, { remove, language }: FileFieldTexts, onRemove: () => void): HTMLLIElement {
  const row = document.createElement('li')
  const name = document.createElement('span')
  name.append(document.createElement('bdi'))
  name.firstElementChild!.textContent = file.name
  const size = document.createElement('small')
  size.textContent = formatSize(file.size, language)
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = remove.short
  button.setAttribute('aria-label', remove.long.replace('{name}', file.name))
  button.addEventListener('click', onRemove)
  const error = document.createElement('p')
  error.className = 'field-error'
  error.setAttribute('role', 'alert')
  row.append(name, size, button, error)
  return row
}

function takeDrops(field: HTMLElement, add: (files: Iterable<File>) => void): void {
  const mark = (isOver: boolean) => field.toggleAttribute('data-over', isOver)
  field.addEventListener('dragover', (event) => {
    event.preventDefault()
    mark(true)
  })
  field.addEventListener('dragleave', () => mark(false))
  field.addEventListener('drop', (event) => {
    event.preventDefault()
    mark(false)
    add(event.dataTransfer?.files ?? [])
  })
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
