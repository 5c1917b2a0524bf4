import { saveFile } from '#web/ui/files.ts'

type Suggested = { suggestedName: string }
type Picker = (options: Suggested) => Promise<FileSystemFileHandle>

/** Where the browser lets somebody choose a file that is written piece by piece; not all do. */
function pickerHere(): Picker | undefined {
  const { showSaveFilePicker } = globalThis as { showSaveFilePicker?: Picker }
  return showSaveFilePicker?.bind(globalThis)
}

/** Takes the pieces of a file. */
export type FileTarget = (content: ReadableStream<Uint8Array>, signal: AbortSignal) => Promise<void>

/**
 * Where a file goes: a large one straight to the disk where the browser can do that, another one, or elsewhere, into
 * the page first. Has to be asked for while a click is still fresh; answers null when the person thinks better of it.
 */
export async function chooseTarget(name: string, type: string, isLarge: boolean): Promise<FileTarget | null> {
  const pick = isLarge ? pickerHere() : undefined
  if (!pick)
    return async (content) =>
      saveFile(name, await new Response(content, { headers: { 'content-type': type } }).blob())
  try {
    const file = await pick({ suggestedName: name })
    return async (content, signal) => content.pipeTo(await file.createWritable(), { signal })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    throw error
  }
}
