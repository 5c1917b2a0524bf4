// @vitest-environment node
import { expect, test } from 'vitest'
import { likelyDoor, spacedCode, wifiText } from '#web/features/visits/access-rules.ts'

test('a phone reads the network and its password, whatever characters they contain', () => {
  expect(wifiText('Keyhour Jaffa', 'cedar-4821')).toBe('WIFI:T:WPA;S:Keyhour Jaffa;P:cedar-4821;;')
  expect(wifiText('a;b', 'p:q,r\\"s')).toBe('WIFI:T:WPA;S:a\\;b;P:p\\:q\\,r\\\\\\"s;;')
  expect(wifiText('Lobby', null)).toBe('WIFI:T:nopass;S:Lobby;;')
})

test('a code is shown in groups', () => {
  expect(spacedCode('482913')).toBe('482 913')
  expect(spacedCode('4829')).toBe('4 829')
})

test('the entrance is the likely door, then the door of the space', () => {
  const door = (id: number, shared: boolean) =>
    ({ id, name: `Door ${id}`, shared, state: 'installed', failure: null }) as const
  const [own, entrance] = [door(1, false), door(2, true)]
  expect(likelyDoor([own, entrance], null)).toBe(entrance)
  expect(likelyDoor([own, entrance], 2)).toBe(own)
  expect(likelyDoor([own, entrance], 1)).toBe(entrance)
  expect(likelyDoor([entrance], 2)).toBe(entrance)
  expect(likelyDoor([own], null)).toBe(own)
  expect(likelyDoor([], null)).toBeUndefined()
})
