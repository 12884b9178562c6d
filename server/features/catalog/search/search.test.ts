import { SEARCH_RELAXED_HEADER, SEARCHED_FOR_HEADER } from '@freehub/contract/catalog/part-filters'
import { afterAll, expect, test } from 'vitest'
import { fillCatalog } from '../../../../dev/sample-data/fill-catalog.ts'
import type { ApiResponse } from '../../../../tests/support/shop/api-client.ts'
import { addPartCode, addPartWithSku } from '../../../../tests/support/shop/part-codes.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

const shop = await startTestShop()
await shop.db.transaction().execute(fillCatalog)
// The name contains the number of another part.
await addPart(shop, { name: 'Leaflet 24128' })
afterAll(() => shop.close())

const find = (search: string, more = '') =>
  shop.call('GET', `/parts?search=${encodeURIComponent(search)}${more}`)
const getNames = ({ body }: ApiResponse): string[] => body.map(({ name }: { name: string }) => name)
const findNames = async (search: string) => getNames(await find(search))
const getCorrection = ({ headers }: ApiResponse) => {
  const value = headers.get(SEARCHED_FOR_HEADER)
  return value === null ? undefined : decodeURIComponent(value)
}

const tube = 'Holm tube, 28/47-622, Schrader 40 mm'
const crank = 'Quoin crankset, 46 teeth 1/8, square taper, 165 mm'
const gravel = 'Strake gravel tyre, 40-622, tubeless ready'

test.each([
  ['one word', 'cassette', 'Holm cassette, 7-speed, 12-28'],
  ['a prefix', 'cass', 'Holm cassette, 7-speed, 12-28'],
  ['two letters of a word', 'ho cassette', 'Holm cassette, 7-speed, 12-28'],
  ['a word in capitals', 'CASSETTE', 'Holm cassette, 7-speed, 12-28'],
  ['several words, in any order', 'tubeless gravel', gravel],
  ['a family', 'disc rotors', 'Holm rotor, 160 mm, 6-bolt'],
  ['a material', 'polyester', 'Bench tubeless tape, 35 mm x 10 m'],
  ['a word of the description', 'browned', 'Holm chain, 6/7/8-speed, 116 links'],
  ['a tyre’s size', '40-622', gravel],
  ['a tube’s range', '28/47-622', tube],
  ['the beginning of a range', '28/47-62', tube],
  ['a token of a range', '622 schrader', tube],
  ['a French size', '700x40C', gravel],
  ['a French size with blanks', '700 x 40C', gravel],
  ['a French size with a multiplication sign', '700×40c', gravel],
  ['a French size without its letter', '700x40', gravel],
  ['a pitch', '12.7', 'Holm chain, 6/7/8-speed, 116 links'],
  ['a decimal comma', '12,7', 'Holm chain, 6/7/8-speed, 116 links'],
  ['teeth, abbreviated', '46T', crank],
  ['teeth in words', '46 teeth', crank],
  ['a ring of a crankset', '36t crankset', 'Holm crankset, 48/36/26, square taper, 170 mm'],
  ['a thread', 'M8', 'Bench chainring bolts, M8, single and double, set'],
  ['a thread with its pitch', 'M8x0.75', 'Bench chainring bolts, M8, single and double, set'],
  ['a fraction', '9/16', 'Holm block pedal, resin, reflectors, 9/16'],
  ['a thread of a shell', '1.37x24', 'Holm bottom bracket, BSA 68, JIS 122.5'],
  ['a number with its unit', '203mm', 'Varde rotor, 203 mm, 6-bolt'],
  ['a number and its unit with a blank', '203 mm', 'Varde rotor, 203 mm, 6-bolt'],
  ['a diameter as on drawings', 'Ø160', 'Holm rotor, 160 mm, 6-bolt'],
  ['a wheel size with an inch mark', '29"', gravel],
  ['a wheel size with its unit', '29in', gravel],
  ['a tyre size with an inch mark', '700 x 40"', gravel],
  ['half an inch', '1/2 inch', 'Holm chain, 6/7/8-speed, 116 links'],
  ['half an inch with its mark', '1/2"', 'Holm chain, 9-speed, 116 links'],
  ['a fraction with an inch mark', '9/16"', 'Holm block pedal, resin, reflectors, 9/16'],
  ['a standard that names its bolts', 'ISO 6 bolt', 'Holm rotor, 160 mm, 6-bolt'],
  ['a bolt circle', '104x4 32', 'Varde chainring, 32 teeth, 104 x 4, narrow-wide'],
  ['a bolt circle in common notation', '104bcd', 'Varde chainring, 32 teeth, 104 x 4, narrow-wide'],
  ['a bolt circle and a word', '104bcd narrow', 'Varde chainring, 32 teeth, 104 x 4, narrow-wide'],
  ['one of several speeds', '7-speed chain', 'Holm chain, 6/7/8-speed, 116 links'],
  ['a word with a hyphen', 'narrow-wide', 'Varde chainring, 32 teeth, 104 x 4, narrow-wide'],
  [
    'a word with a blank instead of its hyphen',
    'narrow wide',
    'Varde chainring, 32 teeth, 104 x 4, narrow-wide',
  ],
  ['a plural', 'calipers', 'Varde cable disc caliper, post mount, long pull'],
  ['a sentence', 'a tube for the 28/47-622', tube],
  ['a freehub body', 'hg11', 'Strake rear hub, 12 x 142, centre lock, HG 11, 28 holes'],
])('finds a part by %s: %s', async (_what, search, name) => {
  const response = await find(search)
  expect(getNames(response)).toContain(name)
  expect(getCorrection(response)).toBeUndefined()
})

test('an exact search suggests a correction, but does not list the matches of the correction', async () => {
  const guessed = await find('casette')
  expect(getCorrection(guessed)).toBe('cassette')
  expect(guessed.body.length).toBeGreaterThan(0)
  const exact = await find('casette', '&exact=true')
  expect([exact.body, exact.headers.get('x-total-count')]).toEqual([[], '0'])
  expect(getCorrection(exact)).toBe('cassette')
  expect(getNames(await find('cassette', '&exact=true'))).toEqual(getNames(guessed))
})

test.each(['FH-24128-4', 'fh241284', 'FH-2412-3'])(
  'corrects the misspelt SKU %s',
  async (typed) => {
    const response = await find(typed)
    expect(getNames(response)).toEqual([tube])
    expect(getCorrection(response)).toBe('FH-24128-3')
  },
)

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
])('lists a part first for its SKU %s', async (number) => {
  expect((await findNames(number))[0]).toBe(tube)
})

test('sorts parts whose SKUs differ only in the check digit in catalog order', async () => {
  // Rows, SKUs, names and prices are in the opposite order.
  const first = await addPart(shop, { name: 'Right grip', cents: 300 })
  const second = await addPart(shop, { name: 'Left grip', cents: 200 })
  for (const [id, sku] of [
    [second, 'FH-99001-1'],
    [first, 'FH-99001-5'],
  ] as const)
    await shop.db.updateTable('parts').set({ sku }).where('id', '=', id).execute()
  expect(await findNames('99001')).toEqual(['Right grip', 'Left grip'])
})

test('finds a part by the SKU that it supersedes', async () => {
  expect(await findNames('FH-10104-5')).toEqual(['Holm chain, 6/7/8-speed, 116 links'])
})

test('matches only the whole number if another word follows', async () => {
  expect(await findNames('7-speed chain')).toEqual(['Holm chain, 6/7/8-speed, 116 links'])
  for (const name of await findNames('110 x 5 chainring')) expect(name).toContain('110 x 5')
  expect(getNames(await find('62 gravel', '&exact=true'))).toEqual([])
})

test.each([
  ['chian', 'chain', 'Holm chain, 6/7/8-speed, 116 links'],
  ['casette', 'cassette', 'Holm cassette, 7-speed, 12-28'],
  ['deraileur', 'derailleur', 'Holm rear derailleur, 7/8-speed, long cage, 34 teeth'],
  ['botom braket', 'bottom bracket', 'Holm bottom bracket, BSA 68, JIS 122.5'],
  ['tires', 'tyre', gravel],
  ['shrader valve', 'schrader valve', tube],
  ['peddal 9/16', 'pedal 9/16', 'Holm block pedal, resin, reflectors, 9/16'],
  ['callipers', 'caliper', 'Varde cable disc caliper, post mount, long pull'],
  ['tubelss tape', 'tubeless tape', 'Bench tubeless tape, 25 mm x 10 m'],
])('searches %s as %s and reports the correction', async (typed, meant, name) => {
  const response = await find(typed)
  expect(getCorrection(response)).toBe(meant)
  expect(getNames(response)).toContain(name)
})

test('does not count the halves of compounds as unknown words, of which it corrects at most four', async () => {
  const compounds = 'mudg uard cass ette spro cket chai nring hand lebar'
  expect(getCorrection(await find(`chian ${compounds}`))).toBe(`chain ${compounds}`)
})

test.each([
  ['the beginning of a known word', 'casset'],
  ['a word unlike all known words', 'shimano'],
  ['a word unlike all known words', 'Kettenblätter'],
  ['a competitor', 'SRAM'],
  ['a series', 'Deore'],
])('does not correct %s: %s', async (_, typed) => {
  expect(getCorrection(await find(typed))).toBeUndefined()
})

test('finds nothing for unknown words and does not correct them', async () => {
  for (const nonsense of [
    'qwrtzpsdf',
    'xxxxxxxx',
    'zzz',
    '99999999999',
    'asdfasdf zzz',
    'nickel xxxxxxxx',
  ]) {
    const response = await find(nonsense)
    expect([nonsense, response.status, response.body]).toEqual([nonsense, 200, []])
    expect(response.headers.get('x-total-count')).toBe('0')
  }
})

test.each([
  ['Shimano chain 11', 'chain 11', 'Strake chain, 11-speed, 118 links'],
  ['SRAM Eagle chain', 'chain', 'Holm chain, 6/7/8-speed, 116 links'],
  ['Shimano 105 11 speed chain', '11-speed chain', 'Strake chain, 11-speed, 118 links'],
  ['brake pads for Shimano Deore', 'brake pads', 'Holm brake shoe, linear pull, 70 mm, pair'],
  ['Shimano HG 8 speed', 'HG 8-speed', 'Holm cassette, 8-speed, 11-32'],
  ['KMC X9.93', 'X9', 'Holm chain, 9-speed, 116 links'],
  ['which asdfasdf chain do I need?', 'chain', 'Holm chain, 6/7/8-speed, 116 links'],
])('leaves unknown words, competitors and series out of %s', async (typed, correctedText, name) => {
  const response = await find(typed)
  expect(getCorrection(response)).toBe(correctedText)
  expect(getNames(response)[0]).toBe(name)
  expect((await find(typed, '&exact=true')).body).toEqual([])
})

test('if no part matches all words, first lists parts of the named type that match the most words', async () => {
  const response = await find('11-speed chain for my 11-32 cassette')
  expect(response.headers.get(SEARCH_RELAXED_HEADER)).toBe('true')
  expect(getNames(response)[0]).toBe('Strake chain, 11-speed, 118 links')
  for (const { name } of response.body) expect(name).toMatch(/chain|connecting link/)
  expect((await find('chain')).headers.has(SEARCH_RELAXED_HEADER)).toBe(false)
  const exact = await find('11-speed chain for my 11-32 cassette', '&exact=true')
  expect(exact.body).toEqual([])
  expect(exact.headers.has(SEARCH_RELAXED_HEADER)).toBe(false)
})

test.each([
  ['presta 48mm', /Presta/],
  ['148 boost', /148/],
])(
  'if no part matches all words of %s, lists parts without the size or the word',
  async (typed, name) => {
    const response = await find(typed)
    expect(response.headers.get(SEARCH_RELAXED_HEADER)).toBe('true')
    expect(getNames(response)[0]).toMatch(name)
    expect((await find(typed, '&exact=true')).body).toEqual([])
  },
)

test.each(['helmet 5mm', 'hose 22.2', 'presta boost 48mm'])(
  'does not relax %s, as no part has its words without the size',
  async (typed) => expect(await findNames(typed)).toEqual([]),
)

test('does not relax a search in which only one word describes a part', async () => {
  await shop.db.insertInto('families').values({ code: '98', name: 'Rucksacks' }).execute()
  const response = await find('Topeak rucksacks')
  expect([getCorrection(response), response.body]).toEqual(['rucksacks', []])
  expect(response.headers.has(SEARCH_RELAXED_HEADER)).toBe(false)
})

test('keeps the name of a competitor that a part contains', async () => {
  await addPart(shop, { name: 'Marathon sticker' })
  const response = await find('marathon sticker')
  expect([getCorrection(response), getNames(response)]).toEqual([undefined, ['Marathon sticker']])
})

test.each(['CS-HG50', 'Shimano CS-HG50', 'cs hg50'])(
  'finds a part by the beginning of a competitor’s number: %s',
  async (typed) => {
    expect(await findNames(typed)).toEqual(['Holm cassette, 8-speed, 11-32'])
  },
)

test('finds a whole code alone, and no codes of a prefix that begins five', async () => {
  const codes = ['QX7-8', 'QX7-81', 'QZ7-81', 'QZ7-82', 'QZ7-83', 'QZ7-84', 'QZ7-85']
  for (const [n, code] of codes.entries()) {
    const id = await addPartWithSku(shop, `FH-9800${n}-0`, { name: `Spacer ${n}` })
    await addPartCode(shop, id, 'competitor', code, 'Shimano')
  }
  expect(await findNames('QX7-8')).toEqual(['Spacer 0'])
  expect(await findNames('QZ7-8')).toEqual([])
  expect(await findNames('QZ7-85')).toEqual(['Spacer 6'])
})

test('finds a competitor’s number that begins with unknown letters', async () => {
  const id = await addPartWithSku(shop, 'FH-98020-0', { name: 'Spacer 20' })
  await addPartCode(shop, id, 'competitor', 'QWRTZ-50', 'Shimano')
  for (const typed of ['QWRTZ-50', 'qwrtz 50', 'Shimano QWRTZ-50', 'QWRTZ-50.7']) {
    const response = await find(typed)
    expect(getNames(response)).toEqual(['Spacer 20'])
  }
  expect(getCorrection(await find('QWRTZ-50'))).toBeUndefined()
})

test('finds a competitor’s number of two characters after its brand', async () => {
  expect(await findNames('replacement for KMC X9')).toEqual(['Holm chain, 9-speed, 116 links'])
})

test('does not read two digits beside a brand as a competitor’s number', async () => {
  const id = await addPartWithSku(shop, 'FH-98010-0', { name: 'Spacer 10' })
  await addPartCode(shop, id, 'competitor', '97', 'Schwalbe')
  expect(await findNames('Schwalbe 97')).toEqual([])
})

test.each(['CN-HG601', 'cn hg 601', 'Shimano CN-HG601', 'KMC X11', 'x11 chain', '2000000101408'])(
  'finds a part by a competitor’s number or its GTIN: %s',
  async (typed) => {
    expect(await findNames(typed)).toEqual(['Strake chain, 11-speed, 118 links'])
  },
)

test('if no part matches both the code and the other word of a search, lists the part with the code', async () => {
  const response = await find('KMC X9 EPT')
  expect(response.headers.get(SEARCH_RELAXED_HEADER)).toBe('true')
  expect(getNames(response)).toEqual(['Holm chain, 9-speed, 116 links'])
  expect((await find('KMC X9 EPT', '&exact=true')).body).toEqual([])
})

test('lists parts with one of two sizes if no part has both and the search names no type', async () => {
  const response = await find('11-speed for 11-32')
  expect(response.headers.get(SEARCH_RELAXED_HEADER)).toBe('true')
  expect(getNames(response)[0]).toBe('Strake chain, 11-speed, 118 links')
  expect((await find('11-speed for 11-32', '&exact=true')).body).toEqual([])
})

test('corrects a search with four unknown words, but not one with five', async () => {
  expect(getCorrection(await find('chian casette deraileur braket'))).toBe(
    'chain cassette derailleur bracket',
  )
  const response = await find('chian casette deraileur braket peddal')
  expect([getCorrection(response), response.body]).toEqual([undefined, []])
})

const chains = 7
const tubes = [
  'Strake tube, 25/32-622, Presta 60 mm',
  'Holm tube, 28/47-622, Schrader 40 mm',
  'Holm tube, 28/47-622, Presta 40 mm',
]

/** Searches with the first results that a dealer expects, in this order. */
const rankings: [typed: string, first: (string | RegExp)[]][] = [
  // The part itself before parts that only belong to it.
  ['chain', Array(chains).fill(/ chain,/)],
  ['cassette', Array(8).fill(/ cassette,/)],
  ['brake', [/linear-pull brake,/, /side-pull brake,/, /brake shoe/]],
  ['brake lever', [/brake lever,/]],
  ['cable', [/brake cable,/, /brake cable,/, /shift cable,/, /disc caliper,/]],
  ['rim', [...Array(6).fill(/ rim,/), /rim tape,/]],
  ['bolts', [/chainring bolts,/]],
  ['bearing', Array(3).fill(/ bearing/)],
  ['headset bearing', Array(2).fill(/headset bearing,/)],
  ['12 speed', Array(4).fill(/12-speed/)],
  ['hub 32', [/front hub.* 32 holes/, /rear hub.* 32 h/]],
  ['tube 28', [/28\/47-622/, /28\/47-622/, /25\/32-622/]],
  ['tyre 28', [/tyre, 28-622/, / tyre,/]],
  ['28 mm tyre', [/tyre, 28-622/]],
  ['inner tube 26', [/tube, 40\/62-559/]],
  // Several words for the kind of part.
  ['rim tape 25mm', [/tape, 25 mm/]],
  ['rear derailleur 10 speed', Array(3).fill(/rear derailleur/)],
  ['chain and cassette for 10 speed', [/chain, 10-speed/, /cassette, 10-speed/]],
  ['outer casing for brakes', [/brake housing/]],
  // Families before attributes and descriptions.
  [
    'disc brake',
    [...Array(4).fill(/disc caliper|disc pad/), ...Array(5).fill(/rotor/), /disc adapter/],
  ],
  ['brake pads', [...Array(2).fill(/brake shoe/), /pad insert/, ...Array(3).fill(/disc pad/)]],
  // Synonyms.
  ['bb', [/bottom bracket/, /bottom bracket/, /press-fit bottom bracket/, / cups,/, / cups,/]],
  ['chainwheel', Array(6).fill(/ chainring,/)],
  ['missing link', [/connecting link,/]],
  ['front light', [/headlight/]],
  ['back light', [/rear light/]],
  ['v-brake', [/linear-pull brake,/, /brake shoe, linear pull/]],
  ['v brake', [/linear-pull brake,/, /brake shoe, linear pull/]],
  ['vbrake', [/linear-pull brake,/, /brake shoe, linear pull/]],
  ['rear mech', Array(3).fill(/rear derailleur,/)],
  ['disc', Array(5).fill(/ rotor,/)],
  ['inner tube', Array(6).fill(/ tube,/)],
  ['inner tubes', Array(6).fill(/ tube,/)],
  // Sizes by any of their names; tubes by each size that they fit.
  ['700c', [/622/]],
  ['29er', [/tyre, 57-622/, /rim, 622 x 30/]],
  ['25c', [/tube, 25\/32-622/]],
  ['700 x 25c', [/tube, 25\/32-622/]],
  ['28c', ['Strake tyre, 28-622, folding, 60 TPI', ...tubes]],
  ['tyre 700x28c', [/tyre, 28-622/]],
  ['tyre 700x28', [/tyre, 28-622/, /mudguard/]],
  ['30-622', [/rim, 622 x 30/, ...tubes]],
  ['inner tube 700', tubes],
  ['40-622 tube', [/28\/47-622/, /28\/47-622/]],
  // Compounds in one word and in two.
  ['brakepads', [...Array(2).fill(/brake shoe/), /pad insert/, ...Array(3).fill(/disc pad/)]],
  ['bottombracket', Array(3).fill(/bottom bracket,/)],
  ['innertube', Array(6).fill(/ tube,/)],
  ['centrelock', [/front hub.* centre lock/, /rear hub.* centre lock/, /rotor/, /rotor/]],
  ['seat post', Array(2).fill(/ seatpost,/)],
  ['chain ring', Array(6).fill(/ chainring,/)],
  ['mud guard 622', [/mudguard set, 45 mm, for 622/]],
  // Numbers.
  ['6902', [/6902-2RS/]],
  ['46T', [/chainring, 46 teeth/, /crankset, 46 teeth/]],
  ['12x142', [/rear hub, 12 x 142/, /thru axle, 12 x 142/]],
  ['1 1/8', [/1-1\/8/]],
  ['9/16', Array(3).fill(/9\/16/)],
  ['presta 60mm', [/Presta 60 mm/]],
  ['104bcd', Array(2).fill(/104 x 4/)],
  // Misspelt.
  ['chian', Array(chains).fill(/ chain,/)],
  ['kasette', Array(8).fill(/ cassette,/)],
  ['derailer', Array(4).fill(/ derailleur,/)],
  ['tyers', Array(7).fill(/ tyre,/)],
  ['brke', [/linear-pull brake,/, /side-pull brake,/, /brake shoe/]],
  ['krank', Array(4).fill(/ crankset,/)],
  ['kable', [/brake cable,/, /brake cable,/, /shift cable,/]],
]
test.each(rankings)('ranks the expected parts first for %s', async (typed, first) => {
  const names = (await findNames(typed)).slice(0, first.length)
  expect(names).toEqual(
    first.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))),
  )
})

test.each(['25c', '700 x 25c', 'presta 60mm', '104bcd', 'v-brake', 'v brake', 'centrelock'])(
  'finds at most five parts for %s',
  async (typed) => {
    expect((await findNames(typed)).length).toBeLessThanOrEqual(5)
  },
)

const otherGoods = 'bell pump lube paddle basket bottle mirror sidecar hose olive barb belt strap'
test.each(otherGoods.split(' '))(
  'finds nothing for %s, which the shop does not sell, and does not correct it',
  async (typed) => {
    const response = await find(typed)
    expect([getCorrection(response), response.body]).toEqual([undefined, []])
  },
)

test.each(['Shimano for bike chain', 'chain KMC for bike', 'chain shimano with bike'])(
  'searches for the other words of %s, which has a context word after a brand',
  async (typed) => {
    expect((await findNames(typed)).length).toBeGreaterThan(0)
  },
)

test.each(['gold chain', 'pink bar tape', 'silver chain'])(
  'leaves out the color of %s, which no part has, and does not correct it',
  async (typed) => {
    const response = await find(typed)
    expect(getCorrection(response)).toBe(typed.slice(typed.indexOf(' ') + 1))
    expect(response.body.length).toBeGreaterThan(0)
  },
)

test.each(['chain', 'disc brake', 'inner tube 700'])(
  'lists each result for %s once over several pages, in the order of a single page',
  async (typed) => {
    const { body: all } = await find(typed)
    expect(all.length).toBeGreaterThan(3)
    const paged = []
    for (let after = ''; ; ) {
      const { body } = await find(typed, `&size=3${after && `&after=${after}`}`)
      paged.push(...body)
      if (body.length < 3) break
      after = body.at(-1)._id
    }
    expect(paged).toEqual(all)
  },
)

test('ignores accents', async () => {
  await addPart(shop, { name: 'Sattelstütze für Großväter' })
  for (const search of ['sattelstutze', 'SATTELSTÜTZE', 'großväter', 'grossvater'])
    expect(await findNames(search)).toEqual(['Sattelstütze für Großväter'])
})

test('updates the index when a part is added, renamed or deleted', async () => {
  const admin = await addAdmin(shop)
  const { body } = await admin.call('POST', '/parts', {
    name: 'Velvet bell',
    price: 3,
    minimumOrder: 10,
    availableQuantity: 100,
    description: 'Rings like a harpsichord.',
    img: 'https://pictures.example/bell.jpg',
  })
  expect(await findNames('harpsichord velvet')).toEqual(['Velvet bell'])
  expect(getCorrection(await find('harpsicord'))).toBe('harpsichord')
  await shop.db
    .updateTable('parts')
    .set({ name: 'Brass bell' })
    .where('id', '=', body.insertedId)
    .execute()
  expect(await findNames('harpsichord brass')).toEqual(['Brass bell'])
  await admin.call('DELETE', `/part/${body.insertedId}`)
  await waitUntil('it is gone', async () => (await findNames('harpsichord')).length === 0)
  expect(getCorrection(await find('harpsicordd'))).toBeUndefined()
})

test('finds a renamed family by its new name', async () => {
  await shop.db.updateTable('families').set({ name: 'Parking' }).where('code', '=', '71').execute()
  expect(await findNames('parking')).toContain(
    'Holm rear stand, 18 mm plate, adjustable 24-28 inch',
  )
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
test.each(hostile)('searches %j as plain text', async (search) => {
  for (const path of ['/parts', '/api/families']) {
    const query = new URLSearchParams({ search })
    const { status, body } = await shop.call('GET', `${path}?${query}`)
    expect([status, Array.isArray(body)]).toEqual([200, true])
  }
  for (const sort of ['price', 'name'])
    expect((await find(search, `&sort=${sort}`)).status).toBe(200)
})

test.each([
  ['too long', 'x'.repeat(201)],
  ['a text with a control character', 'chain\u0000'],
])('refuses a search that is %s', async (_what, search) => {
  const { status, body } = await find(search)
  expect([status, Object.keys(body.errors)]).toEqual([400, ['search']])
})

test('ignores an empty search and finds nothing for punctuation', async () => {
  expect((await find('')).headers.get('x-total-count')).not.toBe('0')
  expect((await find('   ')).headers.get('x-total-count')).not.toBe('0')
  expect((await find('?!')).headers.get('x-total-count')).toBe('0')
})
