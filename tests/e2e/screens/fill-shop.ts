import type { Browser } from '@playwright/test'
import type { OpenShop } from './open-shop.ts'
import { payForOrder } from './pay-for-order.ts'
import { type Cookies, enter, json, type Person, type Viewer } from './people.ts'
import { spreadPayments } from './spread-payments.ts'

const dealers = [
  { email: 'einkauf@radhaus-altona.example', name: 'Radhaus Altona' },
  { email: 'orders@lagoscycle.example', name: 'Lagos Cycle Works' },
  { email: 'atelier@veloroute.example', name: 'Atelier Véloroute' },
]

/** Whose order, of the part at which place of the list, how many times its minimum, and how far it has come. */
const orders: [who: number, part: number, times: number, state: 'unpaid' | 'paid' | 'shipped'][] = [
  [0, 1, 6, 'shipped'],
  [1, 2, 4, 'shipped'],
  [3, 0, 10, 'shipped'],
  [2, 5, 2, 'paid'],
  [3, 3, 5, 'paid'],
  [1, 4, 3, 'unpaid'],
  [3, 2, 4, 'unpaid'],
  [2, 3, 8, 'paid'],
  [3, 5, 2, 'unpaid'],
]

interface Part {
  _id: string
  minimumOrder: number
}

export interface FilledShop {
  people: Record<Viewer, Cookies>
  /** A part that has a drawing with many dimensions. */
  partId: string
  orderToPay: string
  /** Paid, and waiting to be shipped. */
  orderToShip: string
  /** A list of products that waits to be let. */
  importId: string
  orderCancelled: string
  /** What the card provider called each payment, and what it is called in the pictures. */
  transactions: Map<string, string>
}

/** Puts people and orders into an empty shop, always the same and in the same order. */
export async function fillShop(browser: Browser, shop: OpenShop): Promise<FilledShop> {
  const people: Person[] = []
  for (const dealer of dealers) people.push(await enter(browser, shop.url, dealer))
  const customer = await enter(browser, shop.url, { email: 'customer@freehub.test' })
  const staff = await enter(browser, shop.url, { email: 'admin@freehub.test' })
  const newcomer = people[2] as Person
  people.push(customer)
  await tellProfile(customer)

  const parts = await json<Part[]>(staff.request.get('/parts?size=6'))
  const transactions = new Map<string, string>()
  let orderToPay = ''
  let orderToShip = ''
  for (const [who, place, times, state] of orders) {
    const person = people[who] as Person
    const part = parts[place] as Part
    const id = await bookPart(person, part._id, times * part.minimumOrder)
    if (state === 'unpaid') orderToPay = id
    else transactions.set(await payForOrder(shop, person, id), nameOf(transactions.size))
    if (state === 'paid') orderToShip = id
    if (state === 'shipped')
      await json(staff.request.patch(`/shipped/${id}`, { headers: staff.headers }))
  }
  const orderCancelled = await cancelOne(customer, parts[1] as Part)
  await addStock(staff, parts[0] as Part)
  await spreadPayments(shop.dataDir)
  const importId = await readList(staff)
  return {
    people: {
      visitor: undefined,
      customer: await customer.cookies(),
      newcomer: await newcomer.cookies(),
      staff: await staff.cookies(),
    },
    partId: parts[0]?._id ?? '',
    orderToPay,
    orderToShip,
    orderCancelled,
    importId,
    transactions,
  }
}

function tellProfile({ email, request, headers }: Person) {
  const data = {
    education: 'Two-wheel mechatronics technician',
    phone: '+49 40 5550 120',
    linkedin: 'https://www.linkedin.com/company/velo-nord-example',
    address: 'Werftstrasse 8\n20457 Hamburg',
  }
  return json(request.put(`/user/${email}`, { data, headers }))
}

async function bookPart({ request, headers }: Person, productId: string, quantity: number) {
  const data = { productId, quantity, phone: '+49 40 5550 120', address: 'Werftstrasse 8, Hamburg' }
  const { result } = await json<{ result: { insertedId: string } }>(
    request.post('/booking', { data, headers }),
  )
  return result.insertedId
}

/** Gone from all lists, so that their pictures do not show it. */
async function cancelOne(person: Person, part: Part): Promise<string> {
  const id = await bookPart(person, part._id, part.minimumOrder)
  const { request, headers, email } = person
  await json(request.delete(`/booking/${id}?client=${encodeURIComponent(email)}`, { headers }))
  return id
}

function addStock({ request, headers }: Person, { _id }: Part) {
  const data = { pieces: 240, reason: 'Delivery' }
  return json(request.post(`/api/parts/${_id}/stock`, { data, headers }))
}

/** A list of which something would become, and something is wrong. */
async function readList({ request, headers }: Person): Promise<string> {
  const list = [
    'sku,name,description,img,price,minimumOrder,availableQuantity',
    'FH-90001-1,"Holm bell, brass","Brass bell, 22.2 mm clamp.",/drawings/house/wheel.svg,3.90,20,600',
    'FH-90002-8,"Holm bell, black","Steel bell, 22.2 mm clamp.",/drawings/house/wheel.svg,3.20,20,400',
    'FH-90003-5,"Holm horn","Horn with a rubber ball.",/drawings/house/wheel.svg,three,20,400',
  ]
  const data = Buffer.from(list.join('\n'))
  const { _id } = await json<{ _id: string }>(
    request.post('/api/imports?name=bells-2026.csv', { data, headers }),
  )
  return _id
}

/** The provider's ids are chance; these are as long. */
function nameOf(payment: number): string {
  return `pi_3Q${String(payment + 1).padStart(2, '0')}FreehubSandboxPaid000`
}
