// @vitest-environment node
import { expect, test } from 'vitest'
import { spacedCode, wifiText } from '#web/features/visits/access-rules.ts'

test('a phone reads the network and its password, whatever characters they contain', () => {
  expect(wifiText('Keyhour Jaffa', 'cedar-4821')).toBe('WIFI:T:WPA;S:Keyhour Jaffa;P:cedar-4821;;')
  expect(wifiText('a;b', 'p:q,r\\"s')).toBe('WIFI:T:WPA;S:a\\;b;P:p\\:q\\,r\\\\\\"s;;')
  expect(wifiText('Lobby', null)).toBe('WIFI:T:nopass;S:Lobby;;')
})

test('a code is shown in groups', () => {
  expect(spacedCode('482913')).toBe('482 913')
  expect(spacedCode('4829')).toBe('4 829')
})
