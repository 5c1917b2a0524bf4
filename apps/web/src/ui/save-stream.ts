import { saveFile } from '#web/ui/files.ts'

type Suggested = { suggestedName: string }
type Picker = (options: Suggested) => Promise<FileSystemFileHandle>

/** Not every browser lets people choose a file and write it in parts. */
function pickerHere(): Picker | undefined {
  const { showSaveFilePicker } = globalThis as { showSaveFilePicker?: Picker }
  return showSaveFilePicker?.bind(globalThis)
}

type FileTarget = (content: ReadableStream<Uint8Array>, signal: AbortSignal) => Promise<void>

/**
 * A large file goes straight to the disk if the browser supports it; others are collected in memory first. Must be
 * called right after a click. Null if the person cancels.
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
