import { inLanguage } from '@keyhour/contract/place-names'
import type { Language } from '@keyhour/contract/primitives'

/** Shows which office the message is about, if the address says so, until the visitor removes it. */
export async function startOfficeNote(note: HTMLElement, language: Language): Promise<void> {
  const id = Number(new URLSearchParams(window.location.search).get('office'))
  if (!Number.isInteger(id) || id < 1) return
  const reply = await fetch(`/api/offices/${id}`).catch(() => undefined)
  if (!reply?.ok) return
  const office: { name: string } = inLanguage(language, await reply.json())
  note.querySelector('bdi')!.textContent = office.name
  note.dataset.office = String(id)
  note.hidden = false
  note.querySelector('button')!.addEventListener('click', () => {
    delete note.dataset.office
    note.hidden = true
    note.closest('form')?.querySelector<HTMLElement>('input')?.focus()
  })
}
