import type { BenchUser } from '../../users.ts'
import type { CallData } from '../select-call-data.ts'
import { createAsCustomer, createLines, type Scenario } from './scenario.ts'

const newList = (data: CallData) => ({ name: 'Spring', lines: createLines(data, 20) })
const withList = (data: CallData) => createAsCustomer(data, '/api/lists', newList(data))

async function createCustomerWithNumber(data: CallData): Promise<BenchUser> {
  const caller = await data.createCustomer()
  const number = { code: 'RT-160-6', productId: data.nextPart().id }
  await data.callBy(caller)('PUT', '/api/own-numbers', number)
  return caller
}

const withNumber: Scenario = async (data) => ({
  caller: await createCustomerWithNumber(data),
})

export const orderPadAndListCalls = {
  matchPadRows: async (data) => ({
    body: { rows: createLines(data, 20).map((_, n) => [`FH-1${1000 + n}-0`, String(n + 1)]) },
    caller: await data.createCustomer(),
  }),
  findAlternatives: async (data) => ({
    body: { texts: ['FH-10110-0', 'chain'] },
    caller: await data.createCustomer(),
  }),
  listOwnNumbers: withNumber,
  exportOwnNumbers: withNumber,
  putOwnNumber: async (data) => ({
    body: { code: 'RT-160-6', productId: data.nextPart().id },
    caller: await data.createCustomer(),
  }),
  deleteOwnNumber: async (data) => ({
    params: { code: 'RT-160-6' },
    caller: await createCustomerWithNumber(data),
  }),
  listSavedLists: async (data) => ({ caller: (await withList(data)).caller }),
  readSavedList: withList,
  addSavedList: async (data) => ({
    body: newList(data),
    caller: await data.createCustomer(),
  }),
  async changeSavedList(data) {
    const { id, minimumOrder } = data.nextPart()
    const body = { changes: [{ productId: id, add: minimumOrder }] }
    return { ...(await withList(data)), body }
  },
  deleteSavedList: withList,
  addSavedListToCart: withList,
} satisfies Record<string, Scenario>
