import { expect, test } from 'vitest'
import { knownCarriers, trackingUrl } from './carriers.ts'

test('each known carrier has a page that names the parcel, however its name is written', () => {
  for (const carrier of knownCarriers) {
    for (const written of [carrier, carrier.toLowerCase(), ` ${carrier.toUpperCase()} `]) {
      const url = new URL(trackingUrl(written, '1Z 999 AA1') ?? '')
      expect(url.protocol).toBe('https:')
      expect([...url.searchParams.values()]).toContain('1Z999AA1')
    }
  }
})

test('other carriers, and parcels without a number, have no page', () => {
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

test('a number is nothing but a number in the address', () => {
  const url = new URL(trackingUrl('GLS', '1&to=//evil.example#') ?? '')
  expect([url.host, url.hash]).toEqual(['gls-group.eu', ''])
  expect(url.searchParams.get('match')).toBe('1&to=//evil.example#')
})
