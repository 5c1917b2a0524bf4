/** A Home Assistant of an office's own. */
export type HomeAssistantHub = { kind: 'home_assistant'; url: string; token: string }

/** An office's part of the Openpath cloud. Doors are opened by a cloud key that belongs to one of its users. */
export type OpenpathHub = {
  kind: 'openpath'
  org_id: string
  sign_in: { email: string; password: string } | { token: string }
  user_id: string
  cloud_key_id: string
}

/** A project in the Tuya cloud. */
export type TuyaHub = { kind: 'tuya'; client_id: string; secret: string }

/** Who knows the door, with the credentials in plain text. */
export type Hub = HomeAssistantHub | OpenpathHub | TuyaHub

/** `id`: the entity id at a Home Assistant, the entry id at Openpath, the device id at Tuya. */
export type Door = { hub: Hub; id: string }

export type DoorState = 'locked' | 'unlocked' | 'moving' | 'jammed' | 'unavailable' | 'unknown'

/** Why a door did not do what it was told: everything that can be said to a person about it. */
export type DoorFailure =
  /** The door has no hub, or the hub no usable credentials. */
  | 'not_set_up'
  /** The hub's address is one that we do not call. */
  | 'address_refused'
  /** Nobody answers there. */
  | 'unreachable'
  /** It was reached, but did not answer in time. */
  | 'too_slow'
  /** Its certificate is not one that we trust. */
  | 'untrusted'
  /** The token, the password or the key is not accepted. */
  | 'token_refused'
  /** The hub has closed itself to us, as it does after too many wrong tokens. */
  | 'blocked'
  /** What answers is not what it should be. */
  | 'unreadable'
  /** It answers that it is out of order or overloaded. */
  | 'out_of_order'
  /** The hub does not know the door. */
  | 'unknown_door'
  /** Nothing of this kind is opened by us. */
  | 'unsupported_door'
  /** The hub has lost the lock: an empty battery, no radio. */
  | 'unavailable'
  | 'jammed'
  /** Everything went well, and the bolt did not move. */
  | 'stayed_shut'
  /** The door does not tell whether it opened. */
  | 'not_confirmed'
  /** The hub understood and said no. */
  | 'refused'
  /** This lock does not take codes from us. */
  | 'cannot_hold_codes'
  /** Somebody else's code is in that slot. */
  | 'slot_taken'

/** The one way a driver says that it failed. Its message names neither address nor token. */
export class DoorFailed extends Error {
  readonly reason: DoorFailure
  /** The order may have reached the door all the same. */
  readonly mayHaveWorked: boolean

  /** `code`: what went wrong in short, for whoever reads the log. */
  constructor(reason: DoorFailure, { mayHaveWorked = false, code = '' } = {}) {
    super(`the door failed: ${reason}${code && ` (${code})`}`)
    this.reason = reason
    this.mayHaveWorked = mayHaveWorked
  }
}

/** What a hub says of itself. */
export type HubFacts = { name: string; version: string | null }

export type FoundDoor = { id: string; name: string; type: 'lock' | 'gate'; state: DoorState }

/** `slot` is where a lock without names for its codes keeps it, from 1 to 254; the period is for those that keep one. */
export type DoorCode = { pin: string; slot: number; from: string; to: string }

/** `confirmed`: the hub showed that it is so, and did not only take the order. */
export type Done = { confirmed: boolean }

/** `state` as it was seen last, unknown where a door shows none. */
export type Opened = Done & { state: DoorState }

/** `ref` is what takes the code out again. */
export type CodePut = Done & { ref: string }

/** `again`: an earlier try may have worked, so that the door is told to open only if it did not. */
export type OpenOptions = { again?: boolean }

/** Every call throws a `DoorFailed` or has done what it says. */
export type DoorDriver<H extends Hub> = {
  test: (hub: H) => Promise<HubFacts>
  listDoors: (hub: H) => Promise<FoundDoor[]>
  stateOf: (hub: H, id: string) => Promise<DoorState>
  open: (hub: H, id: string, options: OpenOptions) => Promise<Opened>
  /** Putting the same code into the same slot again changes nothing. */
  putCode: (hub: H, id: string, code: DoorCode) => Promise<CodePut>
  /** A code that is not there any more counts as removed. */
  removeCode: (hub: H, id: string, ref: string) => Promise<Done>
}

/** How long is waited for what, in milliseconds. */
export type Patience = {
  /** For an answer. */
  answerMs: number
  /** For the answer to an order that something heavy has to follow. */
  orderMs: number
  /** For the bolt, after the answer. */
  boltMs: number
  /** Between two looks at the bolt. */
  pauseMs: number
}
