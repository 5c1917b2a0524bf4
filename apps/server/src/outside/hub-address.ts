import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Each includes the one before. */
export const HUB_NETWORKS = ['public', 'private', 'loopback'] as const
export type HubNetworks = (typeof HUB_NETWORKS)[number]

type Zone = HubNetworks | 'forbidden'

/** Names are resolved only when a call is made. */
export type HubAddressProblem = 'unreadable' | 'credentials_in_it' | 'forbidden_network' | 'needs_https'

const network = (...subnets: string[]): BlockList => {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/')
    list.addSubnet(address, Number(bits), 'ipv4')
  }
  return list
}

/** Unspecified, link-local (with the metadata services of clouds), test, example and multicast networks. */
const FORBIDDEN = network(
  '0.0.0.0/8',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
)
const LOOPBACK = network('127.0.0.0/8')
const PRIVATE = network('10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16')

export function zoneOf(address: string): Zone {
  if (isIPv4(address)) return zoneOfIPv4(address)
  return isIPv6(address) && !address.includes('%') ? zoneOfIPv6(groupsOf(address)) : 'forbidden'
}

function zoneOfIPv4(address: string): Zone {
  if (FORBIDDEN.check(address)) return 'forbidden'
  if (LOOPBACK.check(address)) return 'loopback'
  return PRIVATE.check(address) ? 'private' : 'public'
}

function zoneOfIPv6(groups: number[]): Zone {
  const [first = 0, second = 0] = groups
  const starts = (...wanted: number[]) => wanted.every((group, at) => groups[at] === group)
  if (starts(0, 0, 0, 0, 0, 0xffff)) return zoneOfIPv4(embeddedIn(groups))
  if (starts(0, 0, 0, 0, 0, 0, 0, 1)) return 'loopback'
  // IPv4 behind NAT64, whose translator may be on our own network.
  if (starts(0x64, 0xff9b, 0, 0, 0, 0))
    return zoneOfIPv4(embeddedIn(groups)) === 'public' ? 'public' : 'forbidden'
  // The metadata services of AWS and Google have private addresses.
  if (starts(0xfd00, 0x0ec2) || starts(0xfd20, 0x00ce)) return 'forbidden'
  if ((first & 0xfe00) === 0xfc00) return 'private'
  // Tunnels embed an IPv4 address, and example addresses belong to nobody.
  if (first === 0x2002 || (first === 0x2001 && (second === 0 || second === 0x0db8))) return 'forbidden'
  return (first & 0xe000) === 0x2000 ? 'public' : 'forbidden'
}

const embeddedIn = (groups: number[]): string =>
  groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')

/** The URL parser writes addresses without an IPv4 tail and with at most one gap. */
function groupsOf(address: string): number[] {
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = plain.split('::').map((half) => (half ? half.split(':') : []))
  const gap = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...gap, ...tail].map((group) => Number.parseInt(group, 16))
}

/** Plain http is allowed only on private networks, because the token is sent along. */
export function mayCall(address: string, protocol: string, networks: HubNetworks): boolean {
  const zone = zoneOf(address)
  if (zone === 'forbidden') return false
  if (HUB_NETWORKS.indexOf(zone) > HUB_NETWORKS.indexOf(networks)) return false
  return protocol === 'https:' || zone !== 'public'
}

/** Does not resolve names. */
export function findHubAddressProblem(text: string, networks: HubNetworks): HubAddressProblem | undefined {
  if (!URL.canParse(text)) return 'unreadable'
  const url = new URL(text)
  if (!['http:', 'https:'].includes(url.protocol)) return 'unreadable'
  if (url.username || url.password) return 'credentials_in_it'
  const address = literalAddressOf(url)
  if (address === undefined || mayCall(address, url.protocol, networks)) return undefined
  return mayCall(address, 'https:', networks) ? 'needs_https' : 'forbidden_network'
}

/** Undefined for a name, which has to be resolved. */
function literalAddressOf({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIPv4(host) || isIPv6(host)) return host
  return /(^|\.)localhost\.?$/.test(host) ? '127.0.0.1' : undefined
}
