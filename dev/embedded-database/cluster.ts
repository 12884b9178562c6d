import { randomBytes } from 'node:crypto'
import { lchown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { giveTo } from './account.ts'
import type { Place } from './place.ts'
import { runProgram } from './run-program.ts'
import { unavailable } from './unavailable.ts'

const MAJOR = '18'
const PASSWORD_FILE = 'shop-password'

/** The cluster's password; the cluster is made first where there is none. */
export async function ensureCluster(
  place: Place,
  log: (line: string) => void,
): Promise<{ password: string; made: boolean }> {
  const version = await readFile(path.join(place.cluster, 'PG_VERSION'), 'utf8').catch(isMissing)
  if (version === undefined) {
    log('Making a PostgreSQL database')
    await makeCluster(place)
    return { password: await readPassword(place.cluster), made: true }
  }
  if (version.trim() !== MAJOR) {
    throw unavailable(
      `${place.cluster} was made by PostgreSQL ${version.trim()} and this is ${MAJOR}`,
    )
  }
  await ownAll(place)
  return { password: await readPassword(place.cluster), made: false }
}

/** The password that was made with the cluster. */
export async function readPassword(cluster: string): Promise<string> {
  return (await readFile(path.join(cluster, PASSWORD_FILE), 'utf8')).trim()
}

/** Made aside and then renamed, so that a kill half-way leaves nothing that looks finished. */
async function makeCluster({ cluster, account, programs }: Place): Promise<void> {
  await removeUnfinished(cluster)
  const aside = await mkdtemp(`${cluster}.new-`)
  await giveTo(account, aside)
  const data = path.join(aside, 'data')
  const passwordFile = path.join(aside, PASSWORD_FILE)
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  await giveTo(account, passwordFile)
  await runProgram({ cluster: data, account, programs }, 'initdb', [
    `--pgdata=${data}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ])
  await rename(passwordFile, path.join(data, PASSWORD_FILE))
  await rename(data, cluster)
  await rm(aside, { recursive: true, force: true })
}

async function removeUnfinished(cluster: string): Promise<void> {
  const folder = path.dirname(cluster)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${path.basename(cluster)}.new-`)) continue
    await rm(path.join(folder, name), { recursive: true, force: true })
  }
}

/** Data that root has copied or restored are root's; the server's user must own them all. */
async function ownAll({ cluster, account }: Place): Promise<void> {
  if (!account || (await stat(cluster)).uid === account.uid) return
  const files = await readdir(cluster, { withFileTypes: true, recursive: true })
  for (const file of files) {
    await lchown(path.join(file.parentPath, file.name), account.uid, account.gid)
  }
  await giveTo(account, cluster)
}

function isMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw unavailable(`The data cannot be read (${error.message})`)
}
