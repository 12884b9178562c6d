import { randomBytes } from 'node:crypto'
import { chmod, chown, copyFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { type Machine, makeMachine, type Service } from './machine.ts'

const CONFIG = new URL('../../../deploy/cluster/', import.meta.url)
export const NAMES = ['db1', 'db2', 'db3']

export const secret = () => randomBytes(18).toString('base64url')

/** A machine of the cluster, with etcd, Patroni and the PostgreSQL that Patroni runs. */
export interface Member extends Machine {
  /** Starts etcd and Patroni on a machine that has booted. */
  serve(): void
  stopPatroni(): Promise<void>
  startPatroni(): void
  /** Asks its own PostgreSQL, from within. Throws where that refuses, or is silent for five seconds. */
  ask(statement: string): Promise<string>
}

interface Place {
  /** A folder that everybody may enter. */
  disk: string
  logs: string
  /** The passwords, as Patroni's environment has them. */
  secrets: Record<string, string>
}

/** Prepares a machine by the files of deploy/cluster/. */
export async function makeMember(name: string, { disk, logs, secrets }: Place): Promise<Member> {
  const own = path.join(disk, name)
  await mkdir(own)
  for (const folder of ['lib/postgresql', 'lib/etcd', 'run/postgresql']) {
    await mkdir(path.join(own, folder), { recursive: true })
  }
  const { PATRONI_POSTGRESQL_CONNECT_ADDRESS = '', ...names } = await settings(`${name}.env`)
  const env = { ...names, PATRONI_POSTGRESQL_CONNECT_ADDRESS, ...secrets }
  const config = path.join(own, 'patroni.yml')
  await copyFile(new URL('patroni.yml', CONFIG), config)
  await give(own, 'postgres', ['lib/postgresql', 'run/postgresql', 'patroni.yml'])
  await give(own, 'etcd', ['lib/etcd'])

  const address = PATRONI_POSTGRESQL_CONNECT_ADDRESS.split(':')[0] as string
  const machine = makeMachine({ name, address, disk: own, logs })
  const forEtcd = { ...(await settings('etcd.env')), ...env }
  let patroni: Service

  function startPatroni() {
    patroni = machine.start('postgres', ['patroni', config], env)
  }

  return {
    ...machine,
    serve() {
      machine.start('etcd', ['etcd'], forEtcd)
      startPatroni()
    },
    startPatroni,
    stopPatroni: () => patroni.stop(),
    ask(statement) {
      const psql = ['psql', '-X', '-At', '-h', '/var/run/postgresql', '-c', statement, 'postgres']
      return machine.run('postgres', ['timeout', '5', ...psql])
    },
  }
}

async function settings(file: string) {
  return parseEnv(await readFile(new URL(file, CONFIG), 'utf8')) as Record<string, string>
}

/** Gives files to an account of Debian's package, for its eyes alone. */
async function give(folder: string, account: string, names: string[]) {
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
