import type { Db } from '../../server/platform/database/connections/connect.ts'
import { type Cards, cardsOf } from '../support/shop/cards.ts'
import { addPart } from '../support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../support/shop/people.ts'

/** A shop with somebody in it, and plenty on the shelf. */
export interface Scene {
  db: Db
  url: string
  cards: Cards
  part: string
  admin: Person
  newCustomer(): Promise<Person>
}

interface Shop {
  db: Db
  url: string
  sandbox: { url: string } | undefined
}

export async function setScene(shop: Shop): Promise<Scene> {
  const { db, url } = shop
  return {
    db,
    url,
    cards: cardsOf(shop),
    part: await addPart(shop, { stock: 1_000_000 }),
    admin: await addAdmin(shop),
    newCustomer: () => addCustomer(shop),
  }
}
