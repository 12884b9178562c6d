import { queryOnce } from '../../support/database/query.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { createMember, createSecret, type Member, NAMES } from './database-members.ts'
import { openNetwork } from './machine.ts'

const PATRONI_PORT = 8008
const PATRONI_TIMEOUT_MS = 2_000
const HEALTHY_TIMEOUT_MS = 90_000

export type PostgresCluster = Awaited<ReturnType<typeof startPostgresCluster>>

/** Starts three machines with etcd, Patroni and PostgreSQL, and creates the shop's database. */
export async function startPostgresCluster(options: { disk: string; logs: string }) {
  const password = { superuser: createSecret(), api: createSecret(), shop: createSecret() }
  const secrets = {
    PATRONI_SUPERUSER_PASSWORD: password.superuser,
    PATRONI_REPLICATION_PASSWORD: createSecret(),
    PATRONI_REWIND_PASSWORD: createSecret(),
    PATRONI_RESTAPI_PASSWORD: password.api,
  }
  await openNetwork()
  const members: Member[] = []
  for (const name of NAMES) {
    const member = await createMember(name, { ...options, secrets })
    await member.boot()
    member.startServices()
    members.push(member)
  }

  async function findPrimary() {
    const states = await Promise.all(members.map(readState))
    const primaries = members.filter((_, n) => states[n]?.isPrimary)
    if (primaries.length !== 1) throw new Error(`There are ${primaries.length} primaries.`)
    return primaries[0] as Member
  }

  /** Waits until both replicas stream and one of them is synchronous. Returns the seconds waited. */
  async function waitUntilHealthy() {
    const startedAt = Date.now()
    await waitUntil(
      'the cluster is healthy',
      () =>
        findPrimary()
          .then(hasBothReplicas)
          .catch(() => false),
      HEALTHY_TIMEOUT_MS,
    )
    return (Date.now() - startedAt) / 1000
  }

  await waitUntilHealthy()
  const { address } = await findPrimary()
  const superuserUrl = `postgresql://postgres:${password.superuser}@${address}/postgres`
  await queryOnce(superuserUrl, `create role freehub login password '${password.shop}'`)
  await queryOnce(superuserUrl, 'create database freehub owner freehub')
  const urlAtPort = (port: number) =>
    `postgresql://freehub:${password.shop}@127.0.0.1:${port}/freehub`

  return {
    /** The URL of the primary, through HAProxy. */
    databaseUrl: urlAtPort(5000),
    /** The URL of the replicas, through HAProxy. */
    readUrl: urlAtPort(5001),
    findPrimary,
    /** Returns the replica that must confirm each commit. */
    async findSynchronousReplica() {
      const name = await readSynchronousStandby(await findPrimary())
      return members.find((member) => member.name === name) as Member
    },
    waitUntilHealthy,
    /** Makes another member the primary, as for maintenance. */
    async switchOver() {
      const { name: leader, address } = await findPrimary()
      const requestSwitchover = async () => {
        const response = await fetch(`http://${address}:${PATRONI_PORT}/switchover`, {
          method: 'POST',
          headers: { authorization: `Basic ${btoa(`patroni:${password.api}`)}` },
          body: JSON.stringify({ leader }),
        })
        await response.text()
        return response.ok
      }
      // Patroni refuses while etcd recovers from an earlier fault.
      await waitUntil('Patroni accepts the switchover', requestSwitchover, HEALTHY_TIMEOUT_MS)
    },
  }
}

/** True if both replicas stream and Patroni has recorded the synchronous one. */
async function hasBothReplicas(member: Member): Promise<boolean> {
  const { streaming = 0 } = (await readState(member)) ?? {}
  return streaming === 2 && (await readSynchronousStandby(member)) !== undefined
}

/** Reads a member's state from Patroni. Undefined if Patroni does not respond. */
async function readState(member: Member) {
  try {
    const response = await callPatroni(member, '/primary')
    const { replication = [] } = (await response.json()) as { replication?: { state: string }[] }
    return {
      isPrimary: response.status === 200,
      streaming: replication.filter(({ state }) => state === 'streaming').length,
    }
  } catch {
    return undefined
  }
}

async function readSynchronousStandby(member: Member): Promise<string | undefined> {
  const { members } = (await (await callPatroni(member, '/cluster')).json()) as {
    members: { name: string; role: string }[]
  }
  return members.find(({ role }) => role === 'sync_standby')?.name
}

function callPatroni({ address }: Member, path: string): Promise<Response> {
  const signal = AbortSignal.timeout(PATRONI_TIMEOUT_MS)
  return fetch(`http://${address}:${PATRONI_PORT}${path}`, { signal })
}
