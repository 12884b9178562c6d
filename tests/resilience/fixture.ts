import type { Db } from '../../server/platform/database/connections/connect.ts'
import { type CardSandbox, getCardSandbox } from '../support/shop/cards.ts'
import { addPart } from '../support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../support/shop/people.ts'

/** A shop with an admin and a part with plenty of stock. */
export interface Fixture {
  db: Db
  url: string
  cards: CardSandbox
  part: string
  admin: Person
  addCustomer(): Promise<Person>
}

interface Shop {
  db: Db
  url: string
  sandbox: { url: string } | undefined
}

export async function createFixture(shop: Shop): Promise<Fixture> {
  const { db, url } = shop
  return {
    db,
    url,
    cards: getCardSandbox(shop),
    part: await addPart(shop, { stock: 1_000_000 }),
    admin: await addAdmin(shop),
    addCustomer: () => addCustomer(shop),
  }
}
