import type { Account } from '../../accounts.ts'
import type { Fixture } from '../fixture.ts'
import { createAsCustomer, createLines, type Scenario } from './scenario.ts'

const newList = (fixture: Fixture) => ({ name: 'Spring', lines: createLines(fixture, 20) })
const withList = (fixture: Fixture) => createAsCustomer(fixture, '/api/lists', newList(fixture))

async function createCustomerWithNumber(fixture: Fixture): Promise<Account> {
  const caller = await fixture.createCustomer()
  const number = { code: 'RT-160-6', productId: fixture.nextPart().id }
  await fixture.callBy(caller)('PUT', '/api/own-numbers', number)
  return caller
}

const withNumber: Scenario = async (fixture) => ({
  caller: await createCustomerWithNumber(fixture),
})

export const orderPadCalls = {
  matchPadRows: async (fixture) => ({
    body: { rows: createLines(fixture, 20).map((_, n) => [`FH-1${1000 + n}-0`, String(n + 1)]) },
    caller: await fixture.createCustomer(),
  }),
  findAlternatives: async (fixture) => ({
    body: { texts: ['FH-10110-0', 'chain'] },
    caller: await fixture.createCustomer(),
  }),
  listOwnNumbers: withNumber,
  exportOwnNumbers: withNumber,
  putOwnNumber: async (fixture) => ({
    body: { code: 'RT-160-6', productId: fixture.nextPart().id },
    caller: await fixture.createCustomer(),
  }),
  deleteOwnNumber: async (fixture) => ({
    params: { code: 'RT-160-6' },
    caller: await createCustomerWithNumber(fixture),
  }),
  listSavedLists: async (fixture) => ({ caller: (await withList(fixture)).caller }),
  readSavedList: withList,
  addSavedList: async (fixture) => ({
    body: newList(fixture),
    caller: await fixture.createCustomer(),
  }),
  async changeSavedList(fixture) {
    const { id, minimumOrder } = fixture.nextPart()
    const body = { changes: [{ productId: id, add: minimumOrder }] }
    return { ...(await withList(fixture)), body }
  },
  deleteSavedList: withList,
  addSavedListToCart: withList,
} satisfies Record<string, Scenario>
