/** `GET /orgs/:org/entries` and the like. The first that fits is taken. */
export function findRoute<Handler>(
  routes: Record<string, Handler>,
  call: string,
): { handler: Handler; ids: string[] } | undefined {
  for (const [route, handler] of Object.entries(routes)) {
    const found = new RegExp(`^${route.replace(/:\w+/g, '([^/]+)')}$`).exec(call)
    if (found) return { handler, ids: found.slice(1).map(decodeURIComponent) }
  }
  return undefined
}

/** Undefined when it is not a JSON object. */
export function readObject(body: string): Record<string, unknown> | undefined {
  try {
    const data: unknown = JSON.parse(body || '{}')
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
