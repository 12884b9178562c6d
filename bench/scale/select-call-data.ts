import { type ApiClient, createApiClient } from '@freehub/tests/support/shop/api-client'
import { type CardClient, createCardClient } from '@freehub/tests/support/shop/cards'
import { placeOrder } from '@freehub/tests/support/shop/orders'
import pg from 'pg'
import { DEALER_EMAIL, STAFF_EMAIL } from '../fill-orders.ts'
import { type BenchUser, createUsers, signIn } from '../users.ts'

/** Number of parts, reviews and orders that are selected for the calls. */
const SAMPLE_SIZE = 1_000
/** Number of signed-in customers with orders. */
const CUSTOMERS = 200
/** Number of new customers that are created at a time. Some calls need a new customer each time. */
const CUSTOMER_BATCH = 500

interface OwnedOrder {
  id: string
  customer: BenchUser
}

/** A filled, running shop and the data that calls use. */
export interface CallData extends AsyncDisposable {
  url: string
  pool: pg.Pool
  cards: CardClient
  admin: BenchUser
  /** The customer with a tenth of all orders. */
  dealer: BenchUser
  customers: BenchUser[]
  parts: string[]
  reviews: string[]
  /** Orders of the customers, by status. */
  shipped: OwnedOrder[]
  refunded: OwnedOrder[]
  /** Returns a customer without orders. */
  createCustomer(): Promise<BenchUser>
  callBy(user: BenchUser): ApiClient
  /** Returns the next of 1,000 parts with enough stock. */
  nextPart(): { id: string; minimumOrder: number }
  /** Places an order of the minimum quantity and returns its ID. */
  placeOrderBy(user: BenchUser): Promise<string>
}

/** Selects the data of a filled shop that the calls use, and signs its users in. */
export async function selectCallData(
  url: string,
  databaseUrl: string,
  sandboxUrl: string,
): Promise<CallData> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  await using opened = new AsyncDisposableStack()
  opened.defer(() => pool.end())
  const rows = async <T extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<T>(text, values)).rows
  const ids = async (text: string) => (await rows<{ id: string }>(text)).map(({ id }) => id)
  const findAccounts = (emails: string[]) =>
    rows<BenchUser>('select id, email, name from users where email = any ($1)', [emails])
  const [admin] = await signIn(pool, await findAccounts([STAFF_EMAIL]))
  const [dealer] = await signIn(pool, await findAccounts([DEALER_EMAIL]))
  if (!admin || !dealer) throw new Error('The shop has no orders: run bench/fill-orders.ts first.')
  const customers = await signIn(
    pool,
    await rows<BenchUser>(
      `select id, email, name from users u where email like 'velo%' and exists (
         select from orders where user_id = u.id and shipped_at is not null) limit ${CUSTOMERS}`,
    ),
  )
  const listOrders = async (state: string) => {
    const found = await rows<{ id: string; user_id: string }>(
      `select id, user_id from orders where user_id = any ($1) and ${state} limit ${SAMPLE_SIZE}`,
      [[...customers, dealer].map(({ id }) => id)],
    )
    const byId = new Map([...customers, dealer].map((user) => [user.id, user]))
    return found.map(({ id, user_id }) => ({ id, customer: byId.get(user_id) as BenchUser }))
  }
  const stocked = await rows<{ id: string; minimumOrder: number }>(
    `select id, minimum_order as "minimumOrder" from parts
     where deleted_at is null and on_hand - reserved > 100 * minimum_order
     order by random() limit ${SAMPLE_SIZE}`,
  )
  let created: BenchUser[] = []
  let ordered = 0
  const nextPart = () => {
    ordered += 1
    return stocked[ordered % stocked.length] as { id: string; minimumOrder: number }
  }
  const callBy = ({ token }: BenchUser) => createApiClient(url, token)
  const data: CallData = {
    url,
    pool,
    cards: createCardClient({ sandbox: { url: sandboxUrl } }),
    admin,
    dealer,
    customers,
    parts: await ids(
      `select id from parts where deleted_at is null order by random() limit ${SAMPLE_SIZE}`,
    ),
    reviews: await ids(`select id from reviews order by random() limit ${SAMPLE_SIZE}`),
    shipped: await listOrders('shipped_at is not null'),
    refunded: await listOrders('refunded_at is not null'),
    async createCustomer() {
      if (created.length === 0) created = await createUsers(pool, CUSTOMER_BATCH)
      return created.pop() as BenchUser
    },
    callBy,
    nextPart,
    placeOrderBy(user) {
      const { id, minimumOrder } = nextPart()
      return placeOrder(callBy(user), id, minimumOrder)
    },
    [Symbol.asyncDispose]: () => pool.end(),
  }
  opened.move()
  return data
}
