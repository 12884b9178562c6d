import { afterEach, expect, test, vi } from 'vitest'
import { toMonthTimes } from '../../ui/lists/date-filter.tsx'
import { customerActions, visitorActions } from './actions.ts'
import { buildGroups, type PaletteRows, parseRequest } from './choices.ts'
import { matchesName } from './matches-name.ts'
import { isPaletteShortcut } from './shortcut.ts'
import { staffActions, staffResults } from './staff-actions.ts'
import { listRecent } from './visits.ts'

const createKeyPress = (keys: Partial<Parameters<typeof isPaletteShortcut>[0]>) => ({
  key: 'k',
  code: 'KeyK',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...keys,
})

test.each([
  ['Ctrl-K', true, { ctrlKey: true }, false],
  ['Ctrl-K with the capitals locked', true, { key: 'K', ctrlKey: true }, false],
  ['Ctrl and the key of K in Cyrillic', true, { key: 'л', ctrlKey: true }, false],
  ['Cmd-K on a Mac', true, { metaKey: true }, true],
  ['K at another key position', true, { code: 'KeyV', ctrlKey: true }, false],
  ['another letter at the position of K', false, { key: 't', ctrlKey: true }, false],
  ['K alone', false, {}, false],
  ['Ctrl-K on a Mac', false, { ctrlKey: true }, true],
  ['Windows-K', false, { metaKey: true }, false],
  ['Ctrl-Shift-K', false, { ctrlKey: true, shiftKey: true }, false],
  ['Ctrl-Alt-K', false, { ctrlKey: true, altKey: true }, false],
])('%s opens the palette: %s', (_, isShortcut, keys, isOnMac) => {
  expect(isPaletteShortcut(createKeyPress(keys), isOnMac)).toBe(isShortcut)
})

test('matches the beginnings of words in any order, synonyms and initials', () => {
  const matching = (query: string) =>
    ['My Orders', 'Manage All Orders', 'Sign-in & Security', 'Add Product'].filter((name) =>
      matchesName(query, name, name === 'Add Product' ? 'new part' : ''),
    )
  expect(matching('ord')).toEqual(['My Orders', 'Manage All Orders'])
  expect(matching('ORD man')).toEqual(['Manage All Orders'])
  expect(matching('in')).toEqual(['Sign-in & Security'])
  expect(matching('new prod')).toEqual(['Add Product'])
  expect(matching('mao')).toEqual(['Manage All Orders'])
  expect(matching('rders')).toEqual([])
  expect(matching('🚲')).toEqual([])
})

test.each([
  ['ship 1042', ['Ship Order…'], '1042'],
  ['FH-1042 refund', ['Refund Order…'], 'FH-1042'],
  ['refund order FH-104216', ['Refund Order…'], 'FH-104216'],
  ['packing slip 1042', ['Packing Slip for Order'], '1042'],
  ['ref pi_3abc', ['Refund Order…'], 'pi_3abc'],
  ['block ada@wheels.example', ['Ban User…'], 'ada@wheels.example'],
  ['prices quill stem', ['Change Prices of'], 'quill stem'],
  ['ship', ['Ship Order…'], ''],
  ['edit FH-1', ['Edit Delivery of…', 'Edit Product'], 'FH-1'],
  ['re hub', undefined, undefined],
  ['quill stem', undefined, undefined],
  ['1042', undefined, undefined],
  ['edit', undefined, undefined],
])('reads %s as the actions %j with the target %j', (text, names, target) => {
  const { intent } = parseRequest(text, staffActions)
  expect([intent?.actions.map(({ name }) => name), intent?.target]).toEqual([names, target])
})

test("after an action, searches a number only among the action's targets, and words among all kinds", () => {
  const getQuery = (text: string) => parseRequest(text, staffActions).query
  expect(getQuery('ship 1042')).toEqual({ kind: 'orders', target: '1042', stage: 'Paid' })
  expect(getQuery('ship')).toEqual({ kind: 'orders', target: '', stage: 'Paid' })
  expect(getQuery('invoice 1042')).toEqual({ kind: 'orders', target: '1042' })
  expect(getQuery('block brake')).toEqual({
    search: 'block brake',
    kind: 'people',
    target: 'brake',
  })
  expect(getQuery('quill stem')).toEqual({ search: 'quill stem' })
})

test('after a verb of actions on several kinds, searches all kinds for the target', () => {
  const getQuery = (text: string, actions = staffActions) => parseRequest(text, actions).query
  expect(getQuery('edit FH-10120-3')).toEqual({ search: 'FH-10120-3' })
  expect(getQuery('edit quill stem')).toEqual({ search: 'quill stem' })
  expect(getQuery('in FH-10120-3')).toEqual({ search: 'FH-10120-3' })
  expect(getQuery('ca FH-10120-3', customerActions)).toEqual({ search: 'FH-10120-3' })
})

const order = {
  _id: '01900000-0000-7000-8000-000000000000',
  orderNumber: 'FH-104216',
  productName: 'Quill stem',
  totalPrice: 159,
  name: 'Ada Lovelace',
  email: 'ada@wheels.example',
  stage: 'Paid' as const,
  isExact: true,
}
const orderPath = `/dashboard/order/${order._id}`
const rows: PaletteRows = {
  actions: staffActions,
  screens: [{ to: '/dashboard/manageOrders', name: 'Manage All Orders' }],
  recent: [
    { to: '/allParts/1', name: 'Stem 1042 mm', about: 'Part' },
    { to: orderPath, name: 'Order FH-104216: Quill stem' },
  ],
  staff: staffResults,
}
const list = (query: string, orders = [order], from = rows) =>
  buildGroups(from, query, {
    request: parseRequest(query, from.actions),
    results: { parts: [], orders, people: [] },
  }).map(({ name, choices }) => [name, choices.map((choice) => choice.name)])

test('lists the typed action for the typed order first, with a link to its dialog', () => {
  const groups = buildGroups(rows, 'ship 1042', {
    request: parseRequest('ship 1042', rows.actions),
    results: { parts: [], orders: [order], people: [] },
  })
  expect(groups[0]?.choices).toMatchObject([
    { name: 'Ship Order FH-104216', outcome: { to: `${orderPath}?action=ship` } },
  ])
  expect(list('ship', [{ ...order, isExact: false }]).map(([name]) => name)).toEqual([
    'Actions',
    'For an order',
  ])
  expect(list('ship')[0]).toEqual(['Actions', ['Ship Order…', 'Orders to Ship']])
  // A pending order cannot be shipped, so the order itself is offered.
  expect(list('ship 1042', [{ ...order, stage: 'Pending' as never }])[0]).toEqual([
    'Exact match',
    ['FH-104216'],
  ])
})

test('lists exact matches of a number before recent screens, and results for words after screens', () => {
  expect(list('1042').map(([name]) => name)).toEqual(['Exact match', 'Recent', 'Search'])
  expect(list('1042', [{ ...order, isExact: false }])[0]).toEqual([
    'Recent',
    ['Stem 1042 mm', 'Order FH-104216: Quill stem'],
  ])
  const local = buildGroups(rows, 'order', undefined)
  expect(list('order', [order]).slice(0, local.length)).toEqual(
    local.map(({ name, choices }) => [name, choices.map((choice) => choice.name)]),
  )
})

test('lists the actions of a verb on orders and on products, first those on the exact match', () => {
  const part = { _id: 'p', name: 'Stem', sku: 'FH-1', code: null, isExact: true, isArchived: false }
  const listEdits = (isPartExact: boolean, isOrderExact: boolean) => {
    const results = {
      parts: [{ ...part, isExact: isPartExact }],
      orders: [{ ...order, isExact: isOrderExact }],
      people: [],
    }
    const request = parseRequest('edit FH-1', staffActions)
    return buildGroups(rows, 'edit FH-1', { request, results })
      .slice(0, 2)
      .map(({ name, choices }) => [name, ...choices.map((choice) => choice.name)])
  }
  const editOrder = ['For an order', 'Edit Delivery of FH-104216']
  const editPart = ['For a product', 'Edit Product Stem']
  expect(listEdits(true, false)).toEqual([editPart, editOrder])
  expect(listEdits(false, true)).toEqual([editOrder, editPart])
})

test('an archived part opens the list of archived products, without actions', () => {
  const part = { _id: 'p', name: 'Stem', sku: 'FH-1', code: null, isExact: true, isArchived: true }
  const groups = buildGroups(rows, 'stock FH-1', {
    request: parseRequest('stock FH-1', rows.actions),
    results: { parts: [part], orders: [], people: [] },
  })
  expect(groups[0]).toMatchObject({
    name: 'Exact match',
    choices: [
      {
        name: 'Stem',
        about: 'Archived ·\u00a0FH-1',
        outcome: { to: '/dashboard/manageProducts?search=FH-1&status=archived' },
      },
    ],
  })
})

afterEach(() => void vi.useRealTimers())

test('offers customers the export of their own orders', async () => {
  const choices = buildGroups({ ...rows, actions: customerActions }, 'export', undefined)[0]
    ?.choices
  expect(choices?.map(({ name }) => name)).toEqual(['Export My Orders'])
  const [choice] = choices ?? []
  const fetch = vi.fn(async () => new Response(null, { status: 403 }))
  vi.stubGlobal('fetch', fetch)
  const run = choice && 'run' in choice.outcome ? choice.outcome.run : undefined
  await expect(run?.({} as never)).rejects.toMatchObject({ status: 403 })
  expect(fetch).toHaveBeenCalledWith('/api/orders/mine.csv?status=Any', expect.anything())
})

test('after “add”, offers to add each found part to the cart', () => {
  const part = { _id: 'p', name: 'Stem', sku: 'FH-1', code: null, isExact: true, isArchived: false }
  for (const actions of [customerActions, visitorActions]) {
    const request = parseRequest('add to cart FH-1', actions)
    expect(request.query).toEqual({ kind: 'parts', target: 'FH-1' })
    const results = { parts: [part], orders: [], people: [] }
    const [first] = buildGroups({ ...rows, actions }, request.text, { request, results })
    expect(first?.choices.map(({ name }) => name)).toEqual(['Add to Cart Stem'])
  }
})

test('lists a screen before actions if only the name of the screen begins with the query', () => {
  const screens = [
    { to: '/cart', name: 'Cart' },
    { to: '/orderPad', name: 'Order Pad' },
  ]
  const listNames = (query: string) =>
    buildGroups({ ...rows, recent: [], screens, actions: customerActions }, query, undefined)
      .flatMap(({ choices }) => choices)
      .map(({ name }) => name)
  expect(listNames('car')).toEqual(['Cart', 'Add to Cart…'])
  expect(listNames('order').indexOf('Order Pad')).toBeGreaterThan(0)
})

test('asks customers for the number or part of an order, and staff for its number or customer', () => {
  const describe = (from: PaletteRows, query: string) =>
    buildGroups(from, query, undefined)
      .flatMap(({ choices }) => choices)
      .find(({ name }) => name === 'Cancel Order…')?.about
  const customerRows = { ...rows, actions: customerActions, staff: undefined }
  for (const query of ['', 'cancel']) {
    expect(describe(customerRows, query)).toBe('Number or part')
    expect(describe(rows, query)).toBe('Number or customer')
  }
})

test('each action of a user has its own icon', () => {
  for (const { plain, onTargets } of [visitorActions, customerActions, staffActions]) {
    const icons = [...plain, ...onTargets].map(({ icon }) => icon)
    expect(new Set(icons).size).toBe(icons.length)
  }
})

test.each([
  ['last', 'Export Last Month', 1],
  ['this m', 'Export This Month', 0],
  ['export o', 'Export Orders', undefined],
])(
  'the query “%s” exports all orders of its period, also cancelled ones',
  async (query, name, monthsAgo) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 4, 15) })
    const choice = buildGroups(rows, query, undefined)[0]?.choices[0]
    expect(choice?.name).toBe(name)
    const fetch = vi.fn(async () => new Response(null, { status: 403 }))
    vi.stubGlobal('fetch', fetch)
    const run = choice && 'run' in choice.outcome ? choice.outcome.run : undefined
    await expect(run?.({} as never)).rejects.toMatchObject({ status: 403 })
    const times = monthsAgo === undefined ? {} : toMonthTimes(monthsAgo)
    const path = `/api/orders/export.csv?${new URLSearchParams({ ...times, status: 'Any' })}`
    expect(fetch).toHaveBeenCalledWith(path, expect.anything())
  },
)

test('for an empty query, lists the actions of the shown order, then recent screens', () => {
  const subject = { kind: 'orders' as const, name: 'Order FH-104216', target: order }
  const [first, second] = buildGroups({ ...rows, subject }, '', undefined)
  expect([first?.name, second?.name]).toEqual(['Order FH-104216', 'Recent'])
  expect(first?.choices.map(({ name }) => name)).toEqual([
    'Ship Order',
    'Refund Order',
    'Edit Delivery',
    'Packing Slip',
    'Invoice',
    'Open Customer Ada Lovelace',
    'Add Note',
  ])
  expect(first?.choices.map(({ outcome }) => outcome)).toMatchObject([
    { to: `${orderPath}?action=ship` },
    { to: `${orderPath}?action=refund` },
    { to: `${orderPath}?action=delivery` },
    {},
    {},
    { to: '/dashboard/people/ada%40wheels.example' },
    { to: `${orderPath}?action=note` },
  ])
})

test('lists at most six recent screens, without the current one, and at most two screens that show no object', () => {
  const things = Array.from({ length: 9 }, (_, n) => ({ to: `/allParts/${n}`, name: `Part ${n}` }))
  const screens = ['/cart', '/orderPad', '/allParts'].map((to) => ({ to, name: to }))
  const recent = listRecent([...screens, ...things], '/allParts/0')
  expect(recent.map(({ to }) => to)).toEqual([
    '/cart',
    '/orderPad',
    '/allParts/1',
    '/allParts/2',
    '/allParts/3',
    '/allParts/4',
  ])
})
