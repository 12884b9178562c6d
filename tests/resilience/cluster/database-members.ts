import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, chown, copyFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { createMachine } from './machine.ts'

const CONFIG = new URL('../../../deploy/cluster/', import.meta.url)
export const NAMES = ['db1', 'db2', 'db3']

export const createSecret = () => randomBytes(18).toString('base64url')

/** A machine of the cluster with etcd, Patroni and the PostgreSQL that Patroni runs. */
export type Member = Awaited<ReturnType<typeof createMember>>

interface MemberOptions {
  /** A folder that all accounts can enter. */
  disk: string
  logs: string
  /** Passwords, as variables of Patroni's environment. */
  secrets: Record<string, string>
}

/** Prepares a machine with the files of deploy/cluster/. */
export async function createMember(name: string, { disk, logs, secrets }: MemberOptions) {
  const folder = path.join(disk, name)
  for (const subfolder of ['lib/postgresql', 'lib/etcd', 'run/postgresql']) {
    await mkdir(path.join(folder, subfolder), { recursive: true })
  }
  const memberEnv = await readSettings(`${name}.env`)
  const env = { ...memberEnv, ...secrets }
  const config = path.join(folder, 'patroni.yml')
  await copyFile(new URL('patroni.yml', CONFIG), config)
  await giveOwnership(folder, 'postgres', ['lib/postgresql', 'run/postgresql', 'patroni.yml'])
  await giveOwnership(folder, 'etcd', ['lib/etcd'])

  const [address = ''] = (memberEnv.PATRONI_POSTGRESQL_CONNECT_ADDRESS ?? '').split(':')
  const machine = createMachine({ name, address, disk: folder, logs })
  const etcdEnv = { ...(await readSettings('etcd.env')), ...env }
  let patroni: ReturnType<typeof machine.start>

  function startPatroni() {
    patroni = machine.start('postgres', ['patroni', config], env)
  }

  return {
    ...machine,
    /** Starts etcd and Patroni on a machine that has booted. */
    startServices() {
      machine.start('etcd', ['etcd'], etcdEnv)
      startPatroni()
    },
    startPatroni,
    stopPatroni: () => patroni.stop(),
    /**
     * Queries the machine's own PostgreSQL. Throws if the query fails or takes more than five
     * seconds.
     */
    query(statement: string) {
      const psql = ['psql', '-X', '-At', '-h', '/var/run/postgresql', '-c', statement, 'postgres']
      return machine.run('postgres', ['timeout', '5', ...psql])
    },
  }
}

async function readSettings(file: string) {
  return parseEnv(await readFile(new URL(file, CONFIG), 'utf8')) as Record<string, string>
}

/** Gives files to the Unix user that a Debian package created. Only this user can read them. */
async function giveOwnership(folder: string, account: string, names: string[]) {
  const users = await readFile('/etc/passwd', 'utf8')
  const [, , uid, gid] =
    users
      .split('\n')
      .find((line) => line.startsWith(`${account}:`))
      ?.split(':') ?? []
  for (const name of names) {
    await chown(path.join(folder, name), Number(uid), Number(gid))
    await chmod(path.join(folder, name), 0o700)
  }
}

const HAPROXY_CONFIG = fileURLToPath(
  new URL('../../../deploy/cluster/haproxy.cfg', import.meta.url),
)

/** Starts HAProxy. Returns a function that stops it. */
export function startHaproxy(logs: string): () => Promise<unknown> {
  const haproxy = spawn('haproxy', ['-db', '-f', HAPROXY_CONFIG], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = createWriteStream(path.join(logs, 'haproxy.log'))
  haproxy.stdout.pipe(log, { end: false })
  haproxy.stderr.pipe(log, { end: false })
  const ended = once(haproxy, 'exit')
  return () => {
    haproxy.kill('SIGTERM')
    return ended
  }
}
