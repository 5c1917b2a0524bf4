export type HomeAssistantHub = { kind: 'home_assistant'; url: string; token: string }

/** Doors are opened by a cloud key that belongs to one user of the organisation. */
export type OpenpathHub = {
  kind: 'openpath'
  org_id: string
  sign_in: { email: string; password: string } | { token: string }
  user_id: string
  cloud_key_id: string
}

export type TuyaHub = { kind: 'tuya'; client_id: string; secret: string }

/** Credentials are in plain text. */
export type Hub = HomeAssistantHub | OpenpathHub | TuyaHub

/** `id`: the entity id at a Home Assistant, the entry id at Openpath, the device id at Tuya. */
export type Door = { hub: Hub; id: string }

export type DoorState = 'locked' | 'unlocked' | 'moving' | 'jammed' | 'unavailable' | 'unknown'

/** Every failure that has its own sentence for people. */
export type DoorFailure =
  /** The door has no hub, or the hub has no usable credentials. */
  | 'not_set_up'
  /** We do not call this address. */
  | 'address_refused'
  | 'unreachable'
  /** It was reached, but did not answer in time. */
  | 'too_slow'
  /** Its certificate is not trusted. */
  | 'untrusted'
  /** It does not accept the token, password or key. */
  | 'token_refused'
  /** It has banned us, as it does after too many wrong tokens. */
  | 'blocked'
  /** The answer is not what this hub would send. */
  | 'unreadable'
  /** It answers that it is down or overloaded. */
  | 'out_of_order'
  | 'unknown_door'
  /** We do not open entities of this kind. */
  | 'unsupported_door'
  /** The hub has lost contact with the lock: empty battery, no radio. */
  | 'unavailable'
  | 'jammed'
  /** The command succeeded, but the bolt did not move. */
  | 'stayed_shut'
  /** The door does not report whether it opened. */
  | 'not_confirmed'
  /** The hub understood and declined. */
  | 'refused'
  | 'cannot_hold_codes'
  /** Another code is in that slot. */
  | 'slot_taken'

/** The message contains neither address nor token. */
export class DoorFailed extends Error {
  readonly reason: DoorFailure
  /** The command may have reached the door. */
  readonly mayHaveWorked: boolean

  /** `code`: a short technical cause, for the log. */
  constructor(reason: DoorFailure, { mayHaveWorked = false, code = '' } = {}) {
    super(`the door failed: ${reason}${code && ` (${code})`}`)
    this.reason = reason
    this.mayHaveWorked = mayHaveWorked
  }
}

export type HubFacts = { name: string; version: string | null }

export type FoundDoor = { id: string; name: string; type: 'lock' | 'gate'; state: DoorState }

/** `slot`, from 1 to 254, is for locks that number their codes; the period is for those that know one. */
export type DoorCode = { pin: string; slot: number; from: string; to: string }

/** `confirmed`: the hub reported the new state, and did not only accept the command. */
export type Done = { confirmed: boolean }

/** The last known state. */
export type Opened = Done & { state: DoorState }

/** `ref` removes the code again. */
export type CodePut = Done & { ref: string }

/** `again`: an earlier try may have worked, so open the door only if it did not. */
export type OpenOptions = { again?: boolean }

/** Every call does what it says or throws a `DoorFailed`. */
export type DoorDriver<H extends Hub> = {
  test: (hub: H) => Promise<HubFacts>
  listDoors: (hub: H) => Promise<FoundDoor[]>
  stateOf: (hub: H, id: string) => Promise<DoorState>
  open: (hub: H, id: string, options: OpenOptions) => Promise<Opened>
  /** Idempotent for the same code and slot. */
  putCode: (hub: H, id: string, code: DoorCode) => Promise<CodePut>
  /** A missing code counts as removed. */
  removeCode: (hub: H, id: string, ref: string) => Promise<Done>
}

export type Patience = {
  answerMs: number
  /** For the answer to a command that moves something heavy. */
  orderMs: number
  /** For the bolt, after the answer. */
  boltMs: number
  /** Between two readings of the bolt. */
  pauseMs: number
}
