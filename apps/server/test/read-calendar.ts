type Property = { value: string; parameters: Record<string, string> }

/** Reads an iCalendar file strictly by RFC 5545; throws at anything that a calendar app might reject. */
export function readCalendar(file: string) {
  const calendar = readObject(unfold(file))
  if (calendar.name !== 'VCALENDAR') throw new Error('it should be a calendar')
  for (const name of ['VERSION', 'PRODID', 'METHOD']) one(calendar.properties, name)
  const [event] = calendar.parts
  if (calendar.parts.length !== 1 || event?.name !== 'VEVENT') throw new Error('it should have one event')
  for (const name of ['UID', 'DTSTAMP', 'DTSTART', 'SEQUENCE', 'STATUS', 'ORGANIZER'])
    one(event.properties, name)
  for (const name of ['DTSTAMP', 'DTSTART', 'DTEND']) {
    for (const { value } of event.properties.get(name) ?? [])
      if (!/^\d{8}T\d{6}Z$/.test(value)) throw new Error(`${name} should be in UTC: ${value}`)
  }
  const value = (name: string): string | undefined => event.properties.get(name)?.[0]?.value
  const attendees = event.properties.get('ATTENDEE') ?? []
  const method = one(calendar.properties, 'METHOD').value
  if ((method === 'PUBLISH') !== (attendees.length === 0))
    throw new Error(`${method} with ${attendees.length}`)
  return {
    method,
    uid: value('UID'),
    sequence: Number(value('SEQUENCE')),
    start: instant(value('DTSTART')!),
    end: value('DTEND') && instant(value('DTEND')!),
    status: value('STATUS'),
    url: value('URL'),
    geo: value('GEO'),
    summary: plain(value('SUMMARY')!),
    description: plain(value('DESCRIPTION')!),
    location: plain(value('LOCATION')!),
    attendees: attendees.map(({ value, parameters }) => ({ value, ...parameters })),
  }
}

function unfold(file: string): string[] {
  if (!file.endsWith('\r\n')) throw new Error('the last line should end')
  if (/[^\r]\n|\r[^\n]/.test(file)) throw new Error('lines should end in CRLF and nothing else')
  const lines: string[] = []
  for (const line of file.slice(0, -2).split('\r\n')) {
    if (Buffer.byteLength(line) > 75) throw new Error(`more than 75 octets: ${line}`)
    if (line.includes('\uFFFD')) throw new Error('a character was cut in two')
    if (line === '') throw new Error('no line should be empty')
    if (line.startsWith(' ')) lines.push(lines.pop()! + line.slice(1))
    else lines.push(line)
  }
  return lines
}

type Part = { name: string; properties: Map<string, Property[]>; parts: Part[] }

function readObject(lines: string[]): Part {
  const root: Part = { name: '', properties: new Map(), parts: [] }
  const open = [root]
  for (const line of lines) {
    const { name, property } = readLine(line)
    const inner = open.at(-1)!
    if (name === 'BEGIN') {
      const part: Part = { name: property.value, properties: new Map(), parts: [] }
      inner.parts.push(part)
      open.push(part)
    } else if (name === 'END') {
      if (open.pop()!.name !== property.value) throw new Error(`${line} ends something else`)
    } else inner.properties.set(name, [...(inner.properties.get(name) ?? []), property])
  }
  if (open.length !== 1 || root.parts.length !== 1) throw new Error('it does not end where it began')
  return root.parts[0]!
}

const LINE = /^([A-Z][A-Z0-9-]*)((?:;[A-Z-]+=(?:"[^"]*"|[^";:,]*))*):(.*)$/su

function readLine(line: string): { name: string; property: Property } {
  const [, name, parameters, value] = LINE.exec(line) ?? []
  if (name === undefined) throw new Error(`not a line of a calendar: ${line}`)
  const pairs = [...parameters!.matchAll(/;([A-Z-]+)=(?:"([^"]*)"|([^";:,]*))/g)]
  return {
    name,
    property: {
      value: value!,
      parameters: Object.fromEntries(pairs.map(([, key, inQuotes, bare]) => [key, inQuotes ?? bare])),
    },
  }
}

function one(properties: Map<string, Property[]>, name: string): Property {
  const found = properties.get(name) ?? []
  if (found.length !== 1) throw new Error(`${found.length} × ${name}`)
  return found[0]!
}

/** Throws if a character that must be escaped is not. */
function plain(value: string): string {
  if (/(?<!\\)(?:\\\\)*[;,]/.test(value) || /(?<!\\)(?:\\\\)*\\[^\\;,nN]/.test(value))
    throw new Error(`not escaped as it should be: ${value}`)
  return value.replace(/\\(.)/g, (_, letter) => (letter === 'n' || letter === 'N' ? '\n' : letter))
}

const instant = (value: string): string =>
  value.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6.000Z')
