/** Yields the names of server-sent events, and undefined for keep-alives. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string | undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const blocks = (rest + decoder.decode(chunk.value, { stream: true })).split(/\r?\n\r?\n/)
      rest = blocks.pop() ?? ''
      yield undefined
      for (const block of blocks) yield /^event: ?(.*)$/m.exec(block)?.[1]
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
