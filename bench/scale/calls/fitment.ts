import type { CallData } from '../select-call-data.ts'
import { createAsCustomer, pickNth, type Scenario } from './scenario.ts'

const PROFILE = {
  name: 'Gravel bike',
  entries: [{ interface: 'freehub.xdr', role: 'offers', size: 'xdr' }],
}

const newJob = (data: CallData) => ({
  name: 'Winter wheels',
  kind: 'wheel',
  times: 10,
  lines: Array.from({ length: 5 }, () => ({ productId: data.nextPart().id, quantity: 1 })),
})

const createJob = (data: CallData) => createAsCustomer(data, '/api/jobs', newJob(data))
const createProfile = (data: CallData) => createAsCustomer(data, '/api/bike-profiles', PROFILE)

export const fitmentCalls = {
  checkFit: (data) => ({
    body: { productIds: Array.from({ length: 20 }, () => data.nextPart().id), as: 'bike' },
  }),
  async planWheel(data, n) {
    const { body } = await data.callBy(await data.createCustomer())('GET', '/api/wheel-parts')
    const { hub, rim, crosses } = pickNth<{ hub: string; rim: string; crosses: number }>(
      body.builds,
      n,
    )
    return { body: { hub, rim, crosses, wheels: 10 } }
  },
  listWheelParts: () => ({}),
  findWheelParts: () => ({ query: { kind: 'hub', search: 'rear hub' } }),
  listInterfaces: () => ({}),
  listJobs: async (data) => ({ caller: (await createJob(data)).caller }),
  readJob: createJob,
  addJob: async (data) => ({
    body: newJob(data),
    caller: await data.createCustomer(),
  }),
  changeJob: async (data) => ({
    ...(await createJob(data)),
    body: { seen: 0, times: 20 },
  }),
  deleteJob: createJob,
  addJobToCart: createJob,
  listProfiles: async (data) => ({ caller: (await createProfile(data)).caller }),
  addProfile: async (data) => ({ body: PROFILE, caller: await data.createCustomer() }),
  async changeProfile(data) {
    const target = await createProfile(data)
    const { body } = await data.callBy(target.caller)('GET', '/api/bike-profiles')
    return { ...target, body: { ...PROFILE, name: 'Road bike', seen: body[0].changedAt } }
  },
  deleteProfile: createProfile,
} satisfies Record<string, Scenario>
