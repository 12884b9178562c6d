import type { Account } from '../../accounts.ts'
import type { Fixture } from '../fixture.ts'
import { pickNth, type Scenario } from './scenario.ts'

const PROFILE = {
  name: 'Gravel bike',
  entries: [{ interface: 'freehub.xdr', role: 'offers', size: 'xdr' }],
}

const newJob = (fixture: Fixture) => ({
  ...{ name: 'Winter wheels', kind: 'wheel', times: 10 },
  lines: Array.from({ length: 5 }, () => ({ productId: fixture.nextPart().id, quantity: 1 })),
})

async function createCustomerWithJob(
  fixture: Fixture,
): Promise<{ caller: Account; params: { id: string } }> {
  const caller = await fixture.createCustomer()
  const { body } = await fixture.callBy(caller)('POST', '/api/jobs', newJob(fixture))
  return { caller, params: { id: body._id } }
}

async function createCustomerWithProfile(
  fixture: Fixture,
): Promise<{ caller: Account; params: { id: string } }> {
  const caller = await fixture.createCustomer()
  const { body } = await fixture.callBy(caller)('POST', '/api/bike-profiles', PROFILE)
  return { caller, params: { id: body._id } }
}

const withJob: Scenario = (fixture) => createCustomerWithJob(fixture)
const withProfile: Scenario = (fixture) => createCustomerWithProfile(fixture)

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
  listJobs: async (fixture) => ({ caller: (await createCustomerWithJob(fixture)).caller }),
  readJob: withJob,
  addJob: async (fixture) => ({
    body: newJob(fixture),
    caller: await fixture.createCustomer(),
  }),
  changeJob: async (fixture) => ({
    ...(await createCustomerWithJob(fixture)),
    body: { seen: 0, times: 20 },
  }),
  deleteJob: withJob,
  addJobToCart: withJob,
  listProfiles: async (fixture) => ({ caller: (await createCustomerWithProfile(fixture)).caller }),
  addProfile: async (fixture) => ({ body: PROFILE, caller: await fixture.createCustomer() }),
  changeProfile: async (fixture) => ({
    ...(await createCustomerWithProfile(fixture)),
    body: { ...PROFILE, name: 'Road bike' },
  }),
  deleteProfile: withProfile,
} satisfies Record<string, Scenario>
