import { type Call, callsOf } from '@freehub/tests/support/shop/calls'
import { type Cards, cardsOf } from '@freehub/tests/support/shop/cards'
import { placeOrder } from '@freehub/tests/support/shop/orders'
import pg from 'pg'
import { type Account, addAccounts, signIn } from '../accounts.ts'
import { DEALER_EMAIL, KEEPER_EMAIL } from '../fill-orders.ts'

/** So many of each are looked up, at random, to be asked about. */
const KNOWN = 1_000
/** Customers of the filled shop who are signed in. */
const CUSTOMERS = 200
/** So many sign up at once, of whom each call that uses somebody up takes one. */
const NEWCOMERS = 500

interface OwnedOrder {
  id: string
  by: Account
}

/** A filled shop that is open, and what may be asked of it. */
export interface World {
  url: string
  pool: pg.Pool
  cards: Cards
  admin: Account
  /** A tenth of all orders are his. */
  dealer: Account
  customers: Account[]
  parts: string[]
  reviews: string[]
  /** Orders of the customers, and what became of them. */
  shipped: OwnedOrder[]
  refunded: OwnedOrder[]
  /** Somebody who has never come before. */
  newcomer(): Promise<Account>
  callBy(account: Account): Call
  /** A part of which there is enough, each time another, and the least that may be ordered of it. */
  plenty(): { id: string; least: number }
  /** Places an order of the least there may be, as the customer does. */
  order(by: Account): Promise<string>
  close(): Promise<void>
}

export async function openWorld(
  url: string,
  databaseUrl: string,
  sandboxUrl: string,
): Promise<World> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  const rows = async <T extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<T>(text, values)).rows
  const ids = async (text: string) => (await rows<{ id: string }>(text)).map(({ id }) => id)
  const named = (emails: string[]) =>
    rows<Account>('select id, email, name from users where email = any ($1)', [emails])
  const [admin] = await signIn(pool, await named([KEEPER_EMAIL]))
  const [dealer] = await signIn(pool, await named([DEALER_EMAIL]))
  if (!admin || !dealer) throw new Error('Fill the shop with orders first.')
  const customers = await signIn(
    pool,
    await rows<Account>(
      `select id, email, name from users u where email like 'velo%' and exists (
         select from orders where user_id = u.id and shipped_at is not null) limit ${CUSTOMERS}`,
    ),
  )
  const owned = async (state: string) => {
    const found = await rows<{ id: string; user_id: string }>(
      `select id, user_id from orders where user_id = any ($1) and ${state} limit ${KNOWN}`,
      [[...customers, dealer].map(({ id }) => id)],
    )
    const byId = new Map([...customers, dealer].map((one) => [one.id, one]))
    return found.map(({ id, user_id }) => ({ id, by: byId.get(user_id) as Account }))
  }
  const shelf = await rows<{ id: string; least: number }>(
    `select id, minimum_order as least from parts
     where deleted_at is null and on_hand - reserved > 100 * minimum_order
     order by random() limit ${KNOWN}`,
  )
  let newcomers: Account[] = []
  let ordered = 0
  const plenty = () => {
    ordered += 1
    return shelf[ordered % shelf.length] as { id: string; least: number }
  }
  const callBy = ({ token }: Account) => callsOf(url, token)
  return {
    url,
    pool,
    cards: cardsOf({ sandbox: { url: sandboxUrl } }),
    admin,
    dealer,
    customers,
    parts: await ids(
      `select id from parts where deleted_at is null order by random() limit ${KNOWN}`,
    ),
    reviews: await ids(`select id from reviews order by random() limit ${KNOWN}`),
    shipped: await owned('shipped_at is not null'),
    refunded: await owned('refunded_at is not null'),
    async newcomer() {
      if (newcomers.length === 0) newcomers = await addAccounts(pool, NEWCOMERS)
      return newcomers.pop() as Account
    },
    callBy,
    plenty,
    order(by) {
      const { id, least } = plenty()
      return placeOrder(callBy(by), id, least)
    },
    close: () => pool.end(),
  }
}
