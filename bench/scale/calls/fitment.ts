import type { Fixture } from '../fixture.ts'
import { createAsCustomer, pickNth, type Scenario } from './scenario.ts'

const PROFILE = {
  name: 'Gravel bike',
  entries: [{ interface: 'freehub.xdr', role: 'offers', size: 'xdr' }],
}

const newJob = (fixture: Fixture) => ({
  ...{ name: 'Winter wheels', kind: 'wheel', times: 10 },
  lines: Array.from({ length: 5 }, () => ({ productId: fixture.nextPart().id, quantity: 1 })),
})

const withJob = (fixture: Fixture) => createAsCustomer(fixture, '/api/jobs', newJob(fixture))
const withProfile = (fixture: Fixture) => createAsCustomer(fixture, '/api/bike-profiles', PROFILE)

export const fitmentCalls = {
  checkFit: (fixture) => ({
    body: { productIds: Array.from({ length: 20 }, () => fixture.nextPart().id), as: 'bike' },
  }),
  async planWheel(fixture, n) {
    const { body } = await fixture.callBy(await fixture.createCustomer())('GET', '/api/wheel-parts')
    const { hub, rim, crosses } = pickNth<{ hub: string; rim: string; crosses: number }>(
      body.builds,
      n,
    )
    return { body: { hub, rim, crosses, wheels: 10 } }
  },
  listWheelParts: () => ({}),
  findWheelParts: () => ({ query: { kind: 'hub', search: 'rear hub' } }),
  listInterfaces: () => ({}),
  listJobs: async (fixture) => ({ caller: (await withJob(fixture)).caller }),
  readJob: withJob,
  addJob: async (fixture) => ({
    body: newJob(fixture),
    caller: await fixture.createCustomer(),
  }),
  changeJob: async (fixture) => ({
    ...(await withJob(fixture)),
    body: { seen: 0, times: 20 },
  }),
  deleteJob: withJob,
  addJobToCart: withJob,
  listProfiles: async (fixture) => ({ caller: (await withProfile(fixture)).caller }),
  addProfile: async (fixture) => ({ body: PROFILE, caller: await fixture.createCustomer() }),
  changeProfile: async (fixture) => ({
    ...(await withProfile(fixture)),
    body: { ...PROFILE, name: 'Road bike' },
  }),
  deleteProfile: withProfile,
} satisfies Record<string, Scenario>
