import pg from 'pg'
import { waitUntil } from '../../support/wait-until.ts'
import { type Member, makeMember, NAMES, secret } from './members.ts'
import { openNetwork } from './network.ts'

const PATRONI_PORT = 8008
const ANSWERS_WITHIN_MS = 2_000
const WHOLE_WITHIN_MS = 90_000

export interface PostgresCluster {
  /** By HAProxy: whichever member is the primary. */
  databaseUrl: string
  /** By HAProxy: the replicas. */
  readUrl: string
  members: Member[]
  primary(): Promise<Member>
  /** The replica without which nothing is acknowledged now. */
  synchronous(): Promise<Member>
  /** Waits until a primary has both others, one of them synchronous. Answers after how many seconds. */
  untilWhole(): Promise<number>
  /** Makes another member the primary, as for works on a machine. */
  switchOver(): Promise<void>
}

/** Three machines with etcd, Patroni and PostgreSQL, and the shop's database in them. */
export async function startPostgresCluster(place: {
  disk: string
  logs: string
}): Promise<PostgresCluster> {
  const password = { superuser: secret(), api: secret(), shop: secret() }
  const secrets = {
    PATRONI_SUPERUSER_PASSWORD: password.superuser,
    PATRONI_REPLICATION_PASSWORD: secret(),
    PATRONI_REWIND_PASSWORD: secret(),
    PATRONI_RESTAPI_PASSWORD: password.api,
  }
  await openNetwork()
  const members: Member[] = []
  for (const name of NAMES) {
    const member = await makeMember(name, { ...place, secrets })
    await member.boot()
    member.serve()
    members.push(member)
  }

  async function primary() {
    const states = await Promise.all(members.map(stateOf))
    const found = members.filter((_, n) => states[n]?.isPrimary)
    if (found.length !== 1) throw new Error(`There are ${found.length} primaries.`)
    return found[0] as Member
  }

  async function untilWhole() {
    const began = Date.now()
    await waitUntil(
      'the cluster is whole',
      () =>
        primary()
          .then(hasBothOthers)
          .catch(() => false),
      WHOLE_WITHIN_MS,
    )
    return (Date.now() - began) / 1000
  }

  await untilWhole()
  const { address } = await primary()
  await makeDatabase(
    `postgresql://postgres:${password.superuser}@${address}/postgres`,
    password.shop,
  )
  const through = (port: number) =>
    `postgresql://freehub:${password.shop}@127.0.0.1:${port}/freehub`

  return {
    databaseUrl: through(5000),
    readUrl: through(5001),
    members,
    primary,
    async synchronous() {
      const name = await synchronousBy(await primary())
      return members.find((member) => member.name === name) as Member
    },
    untilWhole,
    async switchOver() {
      const { name: leader, address } = await primary()
      const ask = async () => {
        const response = await fetch(`http://${address}:${PATRONI_PORT}/switchover`, {
          method: 'POST',
          headers: { authorization: `Basic ${btoa(`patroni:${password.api}`)}` },
          body: JSON.stringify({ leader }),
        })
        await response.text()
        return response.ok
      }
      // It refuses while etcd is still coming to itself after the fault before.
      await waitUntil('Patroni takes the order', ask, WHOLE_WITHIN_MS)
    },
  }
}

/** Both stream, and Patroni has written down which of them may take the primary's place. */
async function hasBothOthers(member: Member): Promise<boolean> {
  const { streaming = 0 } = (await stateOf(member)) ?? {}
  return streaming === 2 && (await synchronousBy(member)) !== undefined
}

/** What Patroni says of its member, unless it is silent. */
async function stateOf(member: Member) {
  try {
    const response = await askPatroni(member, '/primary')
    const { replication = [] } = (await response.json()) as { replication?: { state: string }[] }
    return {
      isPrimary: response.status === 200,
      streaming: replication.filter(({ state }) => state === 'streaming').length,
    }
  } catch {
    return undefined
  }
}

async function synchronousBy(member: Member): Promise<string | undefined> {
  const { members } = (await (await askPatroni(member, '/cluster')).json()) as {
    members: { name: string; role: string }[]
  }
  return members.find(({ role }) => role === 'sync_standby')?.name
}

function askPatroni({ address }: Member, path: string): Promise<Response> {
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS)
  return fetch(`http://${address}:${PATRONI_PORT}${path}`, { signal })
}

async function makeDatabase(url: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create role freehub login password ${client.escapeLiteral(password)}`)
  await client.query('create database freehub owner freehub')
  await client.end()
}
