import { type AddressInfo, createServer, type Socket } from 'node:net'

type KeptMail = { uid: number; raw: Buffer; flags: Set<string> }
type Fault = 'refuses the password' | 'hangs up in a mail' | 'hangs up before marking'

const EOL = '\r\n'

/** A mailbox on loopback that speaks as much IMAP (RFC 3501) as it takes to read and mark mails. */
export async function simulateMailbox({ user = 'replies', password = 'secret' } = {}) {
  const mails: KeptMail[] = []
  const sockets = new Set<Socket>()
  const commands: string[] = []
  let faults: Fault[] = []

  /** Whether it happens now; each happens once for each time it was asked for. */
  function strikes(fault: Fault): boolean {
    const at = faults.indexOf(fault)
    if (at >= 0) faults = faults.toSpliced(at, 1)
    return at >= 0
  }

  const isAccepted = (name: string, given: string) =>
    name === user && given === password && !strikes('refuses the password')

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    socket.write(`* OK a mailbox${EOL}`)
    converse(socket, (tag, command, rest) => {
      commands.push(command)
      answer({ socket, tag, mails, strikes, isAccepted }, command, rest)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo

  return {
    url: `imap://${user}:${password}@127.0.0.1:${port}/INBOX`,
    /** The commands that arrived, without their arguments. */
    commands,
    receive: (raw: string | Buffer) =>
      void mails.push({ uid: 101 + mails.length, raw: Buffer.from(raw), flags: new Set() }),
    flags: () => mails.map(({ flags }) => [...flags].sort()),
    misbehave: (...next: Fault[]) => void faults.push(...next),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

type Told = (tag: string, command: string, rest: string) => void

/** Reads commands. A literal is asked for, and put in quotes where it belongs. */
function converse(socket: Socket, tell: Told): void {
  let pending = ''
  let line = ''
  let missing = 0

  /** False when there is nothing more to read yet. */
  function readOn(): boolean {
    if (missing > 0) {
      if (pending.length < missing) return false
      line += `"${pending.slice(0, missing)}"`
      pending = pending.slice(missing)
      missing = 0
      return true
    }
    const end = pending.indexOf(EOL)
    if (end < 0) return false
    line += pending.slice(0, end)
    pending = pending.slice(end + EOL.length)
    const literal = /\{(\d+)\+?\}$/.exec(line)
    if (literal) {
      missing = Number(literal[1])
      line = line.slice(0, literal.index)
      socket.write(`+ go on${EOL}`)
      return true
    }
    const [, tag = '', verb = '', rest = ''] = /^(\S+) ?((?:UID )?\S*) ?(.*)$/i.exec(line) ?? []
    line = ''
    tell(tag, verb.toUpperCase(), rest)
    return true
  }

  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1')
    while (readOn());
  })
}

type Talk = {
  socket: Socket
  tag: string
  mails: KeptMail[]
  strikes: (fault: Fault) => boolean
  isAccepted: (user: string, password: string) => boolean
}

function answer(talk: Talk, command: string, rest: string): void {
  const { socket, tag, mails } = talk
  const say = (...lines: string[]) => socket.write(lines.map((line) => line + EOL).join(''))
  const done = (...lines: string[]) => say(...lines, `${tag} OK done`)
  switch (command) {
    case 'CAPABILITY':
      return void done('* CAPABILITY IMAP4rev1 ID NAMESPACE')
    case 'LOGIN': {
      const [name = '', given = ''] = [...rest.matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, bare]) => quoted ?? bare,
      )
      return void (talk.isAccepted(name, given) ? done() : say(`${tag} NO [AUTHENTICATIONFAILED] Wrong.`))
    }
    case 'ID':
      return void done('* ID NIL')
    case 'NAMESPACE':
      return void done('* NAMESPACE (("" "/")) NIL NIL')
    case 'LIST':
    case 'LSUB':
      return void done(`* ${command} () "/" INBOX`)
    case 'SELECT':
      say(
        '* FLAGS (\\Seen \\Flagged)',
        `* ${mails.length} EXISTS`,
        '* OK [PERMANENTFLAGS (\\Seen \\Flagged)] kept',
      )
      return void say('* OK [UIDVALIDITY 1] valid', `${tag} OK [READ-WRITE] open`)
    case 'UID SEARCH': {
      const unseen = mails.filter(({ flags }) => !flags.has('\\Seen')).map(({ uid }) => uid)
      return void done(`* SEARCH ${unseen.join(' ')}`.trimEnd())
    }
    case 'UID FETCH':
      return void fetchMail(talk, rest)
    case 'UID STORE':
      return void storeFlags(talk, rest)
    case 'LOGOUT':
      return void socket.end(`* BYE bye${EOL}${tag} OK done${EOL}`)
    default:
      return void done()
  }
}

const mailAt = (mails: KeptMail[], rest: string) =>
  mails.findIndex(({ uid }) => uid === Number.parseInt(rest, 10))

function fetchMail({ socket, tag, mails, strikes }: Talk, rest: string): void {
  const at = mailAt(mails, rest)
  const mail = mails[at]
  if (!mail) return void socket.write(`${tag} OK done${EOL}`)
  const { uid, raw } = mail
  if (!rest.includes('BODY'))
    return void socket.write(
      `* ${at + 1} FETCH (UID ${uid} RFC822.SIZE ${raw.length})${EOL}${tag} OK done${EOL}`,
    )
  socket.write(`* ${at + 1} FETCH (UID ${uid} BODY[] {${raw.length}}${EOL}`)
  if (strikes('hangs up in a mail')) return void socket.end(raw.subarray(0, raw.length / 2))
  socket.write(raw)
  socket.write(`)${EOL}${tag} OK done${EOL}`)
}

function storeFlags({ socket, tag, mails, strikes }: Talk, rest: string): void {
  if (strikes('hangs up before marking')) return void socket.destroy()
  const at = mailAt(mails, rest)
  const added = /\(([^)]*)\)/.exec(rest)?.[1]?.split(' ') ?? []
  for (const flag of added) mails[at]?.flags.add(flag)
  socket.write(
    `* ${at + 1} FETCH (UID ${mails[at]?.uid} FLAGS (${added.join(' ')}))${EOL}${tag} OK done${EOL}`,
  )
}
