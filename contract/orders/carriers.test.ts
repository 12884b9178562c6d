import { expect, test } from 'vitest'
import { knownCarriers, trackingUrl } from './carriers.ts'

test('every known carrier has a tracking page, regardless of case and spaces in its name', () => {
  for (const carrier of knownCarriers) {
    for (const name of [carrier, carrier.toLowerCase(), ` ${carrier.toUpperCase()} `]) {
      const url = new URL(trackingUrl(name, '1Z 999 AA1') ?? '')
      expect(url.protocol).toBe('https:')
      expect([...url.searchParams.values()]).toContain('1Z999AA1')
    }
  }
})

test('other carriers and parcels without a number have no tracking page', () => {
  for (const [carrier, number] of [
    [null, null],
    ['DHL', null],
    ['DHL', ''],
    [null, '1'],
    ['Our own lorry', '1'],
    ['constructor', '1'],
    ['toString', '1'],
  ] as const)
    expect(trackingUrl(carrier, number)).toBeNull()
})

test('escapes the tracking number in the URL', () => {
  const url = new URL(trackingUrl('GLS', '1&to=//evil.example#') ?? '')
  expect([url.host, url.hash]).toEqual(['gls-group.eu', ''])
  expect(url.searchParams.get('match')).toBe('1&to=//evil.example#')
})
