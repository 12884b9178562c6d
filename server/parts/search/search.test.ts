import { SEARCHED_FOR_HEADER } from '@freehub/contract/parts-wanted'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillCatalogue } from '../../demo/fill-catalogue.ts'
import type { Answer } from '../../testing/calls.ts'
import { addPart } from '../../testing/parts.ts'
import { addAdmin } from '../../testing/people.ts'
import { startTestShop, type TestShop } from '../../testing/shop.ts'
import { waitUntil } from '../../testing/wait-until.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
  await shop.db.transaction().execute(fillCatalogue)
})
afterAll(() => shop.close())

const find = (search: string, more = '') =>
  shop.visit('GET', `/parts?search=${encodeURIComponent(search)}${more}`)
const namesOf = ({ body }: Answer): string[] => body.map(({ name }: { name: string }) => name)
const namesFor = async (search: string) => namesOf(await find(search))
const searchedFor = ({ headers }: Answer) => {
  const said = headers.get(SEARCHED_FOR_HEADER)
  return said === null ? undefined : decodeURIComponent(said)
}

const tube = 'Holm tube, 28/47-622, Schrader 40 mm'
const crank = 'Quoin crankset, 46 teeth 1/8, square taper, 165 mm'
const gravel = 'Strake gravel tyre, 40-622, tubeless ready'

test.each([
  ['one word', 'cassette', 'Holm cassette, 7-speed, 12-28'],
  ['a word begun', 'cass', 'Holm cassette, 7-speed, 12-28'],
  ['in capitals', 'CASSETTE', 'Holm cassette, 7-speed, 12-28'],
  ['several words, in any order', 'tubeless gravel', gravel],
  ['a family', 'disc rotors', 'Holm rotor, 160 mm, 6-bolt'],
  ['what it is made of', 'polyester', 'Bench tubeless tape, 35 mm x 10 m'],
  ['a word of its description', 'browned', 'Holm chain, 6/7/8-speed, 116 links'],
  ['a tyre’s size', '40-622', gravel],
  ['a tube’s range', '28/47-622', tube],
  ['a piece of it', '622 schrader', tube],
  ['the size in inches', '700x40C', gravel],
  ['… with blanks', '700 x 40C', gravel],
  ['… with a real cross', '700×40c', gravel],
  ['… without its letter', '700x40', gravel],
  ['a pitch', '12.7', 'Holm chain, 6/7/8-speed, 116 links'],
  ['a decimal comma', '12,7', 'Holm chain, 6/7/8-speed, 116 links'],
  ['teeth, as one says it', '46T', crank],
  ['teeth in words', '46 teeth', crank],
  ['a ring of a crankset', '36t crankset', 'Holm crankset, 48/36/26, square taper, 170 mm'],
  ['a thread', 'M8', 'Bench chainring bolts, M8, single and double, set'],
  ['a thread with its pitch', 'M8x0.75', 'Bench chainring bolts, M8, single and double, set'],
  ['a fraction', '9/16', 'Holm block pedal, resin, reflectors, 9/16'],
  ['a thread of a shell', '1.37x24', 'Holm bottom bracket, BSA 68, JIS 122.5'],
  ['a number with its unit', '203mm', 'Varde rotor, 203 mm, 6-bolt'],
  ['… apart', '203 mm', 'Varde rotor, 203 mm, 6-bolt'],
  ['a bolt circle', '104x4 32', 'Varde chainring, 32 teeth, 104 x 4, narrow-wide'],
  ['… as one writes it', '104bcd', 'Varde chainring, 32 teeth, 104 x 4, narrow-wide'],
  ['… with more', '104bcd narrow', 'Varde chainring, 32 teeth, 104 x 4, narrow-wide'],
  ['speeds, one of several', '7-speed chain', 'Holm chain, 6/7/8-speed, 116 links'],
  ['a hyphen', 'narrow-wide', 'Varde chainring, 32 teeth, 104 x 4, narrow-wide'],
  ['… or none', 'narrow wide', 'Varde chainring, 32 teeth, 104 x 4, narrow-wide'],
  ['several of them', 'calipers', 'Varde cable disc caliper, post mount, long pull'],
  ['a sentence', 'a tube for the 28/47-622', tube],
  ['a body', 'hg11', 'Strake rear hub, 12 x 142, centre lock, HG 11, 28 holes'],
])('%s finds it: %s', async (_what, search, name) => {
  const answer = await find(search)
  expect(namesOf(answer)).toContain(name)
  expect(searchedFor(answer)).toBeUndefined()
})

test.each([
  'FH-24128-3',
  'fh-24128-3',
  'FH-24128',
  'FH24128',
  'fh241283',
  '24128-3',
  '24128',
  '241283',
  'FH 24128 3',
])('the part number %s finds the part before all others', async (number) => {
  expect((await namesFor(number))[0]).toBe(tube)
})

test('the number of the part that it replaced finds it too', async () => {
  expect(await namesFor('FH-10104-5')).toEqual(['Holm chain, 6/7/8-speed, 116 links'])
})

test('a size finds no other size that merely begins alike', async () => {
  expect(await namesFor('7-speed chain')).toEqual(['Holm chain, 6/7/8-speed, 116 links'])
  for (const name of await namesFor('110 x 5 chainring')) expect(name).toContain('110 x 5')
})

test.each([
  ['chian', 'chain', 'Holm chain, 6/7/8-speed, 116 links'],
  ['casette', 'cassette', 'Holm cassette, 7-speed, 12-28'],
  ['casset', undefined, undefined],
  ['deraileur', 'derailleur', 'Holm rear derailleur, 7/8-speed, long cage, 34 teeth'],
  ['botom braket', 'bottom bracket', 'Holm bottom bracket, BSA 68, JIS 122.5'],
  ['tires', 'tyre', gravel],
  ['shimano', undefined, undefined],
  ['shrader valve', 'schrader valve', tube],
  ['peddal 9/16', 'pedal 9/16', 'Holm block pedal, resin, reflectors, 9/16'],
  ['callipers', 'caliper', 'Varde cable disc caliper, post mount, long pull'],
  ['Kettenblätter', undefined, undefined],
  ['tubelss tape', 'tubeless tape', 'Bench tubeless tape, 25 mm x 10 m'],
])('%s is searched for as %s, and it is said', async (typed, meant, name) => {
  const answer = await find(typed)
  expect(searchedFor(answer)).toBe(meant)
  if (name) expect(namesOf(answer)).toContain(name)
})

test('what is nobody’s word finds nothing, and nothing is made of it', async () => {
  for (const nonsense of ['qwrtzpsdf', 'xxxxxxxx', 'zzz', '99999999999', 'asdfasdf chain']) {
    const answer = await find(nonsense)
    expect([nonsense, answer.status, answer.body]).toEqual([nonsense, 200, []])
    expect(answer.headers.get('x-total-count')).toBe('0')
  }
})

test('a text that has nothing to do with parts is not guessed at', async () => {
  const answer = await find('chian casette deraileur braket peddal')
  expect([searchedFor(answer), answer.body]).toEqual([undefined, []])
})

test('the parts that are called so come before those that only mention it', async () => {
  const names = await namesFor('cassette')
  const called = names.map((name) => /cassette/i.test(name))
  expect(called).toContain(false)
  expect(called).toEqual(called.toSorted((a, b) => Number(b) - Number(a)))
})

test('the parts that are called just so come first', async () => {
  const names = (await namesFor('12 speed')).slice(0, 4)
  for (const name of names) expect(name).toContain('12-speed')
  expect((await namesFor('brake lever'))[0]).toBe('Holm brake lever, 3-finger, 22.2 mm, right')
  // A chainring only begins like a chain.
  expect((await namesFor('chain'))[0]).toBe('Holm chain, 6/7/8-speed, 116 links')
})

test('accents make no difference', async () => {
  await addPart(shop, { name: 'Sattelstütze für Großväter' })
  for (const search of ['sattelstutze', 'SATTELSTÜTZE', 'großväter', 'grossvater'])
    expect(await namesFor(search)).toEqual(['Sattelstütze für Großväter'])
})

test('a part that is added, renamed or deleted is found by what it is now', async () => {
  const admin = await addAdmin(shop)
  const { body } = await admin.call('POST', '/parts', {
    name: 'Velvet bell',
    price: 3,
    minimumOrder: 10,
    availableQuantity: 100,
    description: 'Rings like a harpsichord.',
    img: 'https://pictures.example/bell.jpg',
  })
  expect(await namesFor('harpsichord velvet')).toEqual(['Velvet bell'])
  expect(searchedFor(await find('harpsicord'))).toBe('harpsichord')
  await shop.db
    .updateTable('parts')
    .set({ name: 'Brass bell' })
    .where('id', '=', body.insertedId)
    .execute()
  expect(await namesFor('harpsichord brass')).toEqual(['Brass bell'])
  await admin.call('DELETE', `/part/${body.insertedId}`)
  await waitUntil('it is gone', async () => (await namesFor('harpsichord')).length === 0)
  expect(searchedFor(await find('harpsicordd'))).toBeUndefined()
})

test('a family that is renamed is found by its new name', async () => {
  await shop.db.updateTable('families').set({ name: 'Parking' }).where('code', '=', '71').execute()
  expect(await namesFor('parking')).toContain('Holm rear stand, 18 mm plate, adjustable 24-28 inch')
})

const hostile = [
  "'; drop table parts; --",
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '\\\\',
  'a\\',
  "chain' & 'x",
  'chain & !cassette',
  '!!',
  '( chain | cassette',
  ':*',
  'chain:*A',
  "''",
  '<->',
  '<2>',
  '-',
  '... --- ...',
  '"chain"',
  '🔩',
  '🚲🔩 chain',
  'שרשרת',
  '\u202echain\u202c',
  '\u200b',
  'ｃｈａｉｎ',
  'NaN',
  '1e999',
  '.'.repeat(200),
  'a '.repeat(100).trim(),
  'x'.repeat(200),
  '9'.repeat(200),
  '1/'.repeat(100),
  'é'.repeat(200),
  '🔩'.repeat(100),
  'a1'.repeat(100),
]
test.each(hostile)('%j is only something that somebody looks for', async (search) => {
  for (const path of ['/parts', '/api/families']) {
    const query = new URLSearchParams({ search })
    const { status, body } = await shop.visit('GET', `${path}?${query}`)
    expect([status, Array.isArray(body)]).toEqual([200, true])
  }
  for (const sort of ['price', 'name'])
    expect((await find(search, `&sort=${sort}`)).status).toBe(200)
})

test.each([
  ['too long', 'x'.repeat(201)],
  ['a sign that is none', 'chain\u0000'],
])('a search that is %s is refused', async (_what, search) => {
  const { status, body } = await find(search)
  expect([status, Object.keys(body.errors)]).toEqual([400, ['search']])
})

test('a search without words is none; one of signs alone finds nothing', async () => {
  expect((await find('')).headers.get('x-total-count')).not.toBe('0')
  expect((await find('   ')).headers.get('x-total-count')).not.toBe('0')
  expect((await find('?!')).headers.get('x-total-count')).toBe('0')
})
