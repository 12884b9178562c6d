import { randomBytes } from 'node:crypto'
import { lchown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { changeOwner, unavailableError } from './account.ts'
import { runProgram } from './launch.ts'
import type { PostgresInstance } from './programs.ts'

const MAJOR = '18'
const PASSWORD_FILE = 'shop-password'

/**
 * Returns the password of the cluster. Creates the cluster if it does not exist. Throws a ConfigError if another
 * version of PostgreSQL created it.
 */
export async function ensureCluster(
  instance: PostgresInstance,
  log: (line: string) => void,
): Promise<{ password: string; isNew: boolean }> {
  const version = await readFile(path.join(instance.cluster, 'PG_VERSION'), 'utf8').catch(
    ignoreMissing,
  )
  if (version === undefined) {
    log('Creating a PostgreSQL database')
    await createCluster(instance)
    return { password: await readPassword(instance.cluster), isNew: true }
  }
  if (version.trim() !== MAJOR) {
    throw unavailableError(
      `${instance.cluster} was created by PostgreSQL ${version.trim()}, but this is PostgreSQL ${MAJOR}`,
    )
  }
  await changeOwnerOfAll(instance)
  return { password: await readPassword(instance.cluster), isNew: false }
}

/** Reads the password that was stored when the cluster was created. */
export async function readPassword(cluster: string): Promise<string> {
  return (await readFile(path.join(cluster, PASSWORD_FILE), 'utf8')).trim()
}

/**
 * Creates the cluster in a temporary folder and renames it, so that a killed process leaves no
 * partial cluster.
 */
async function createCluster({ cluster, account, programs }: PostgresInstance): Promise<void> {
  await removeUnfinishedClusters(cluster)
  const temporaryFolder = await mkdtemp(`${cluster}.new-`)
  await changeOwner(account, temporaryFolder)
  const data = path.join(temporaryFolder, 'data')
  const passwordFile = path.join(temporaryFolder, PASSWORD_FILE)
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  await changeOwner(account, passwordFile)
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
  await rm(temporaryFolder, { recursive: true, force: true })
}

/** Removes the temporary folders of clusters that killed processes did not finish. */
async function removeUnfinishedClusters(cluster: string): Promise<void> {
  const folder = path.dirname(cluster)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${path.basename(cluster)}.new-`)) continue
    await rm(path.join(folder, name), { recursive: true, force: true })
  }
}

/** Gives the cluster to the server's account. Files that root copied or restored belong to root. */
async function changeOwnerOfAll({ cluster, account }: PostgresInstance): Promise<void> {
  if (!account || (await stat(cluster)).uid === account.uid) return
  const files = await readdir(cluster, { withFileTypes: true, recursive: true })
  for (const file of files) {
    await lchown(path.join(file.parentPath, file.name), account.uid, account.gid)
  }
  await changeOwner(account, cluster)
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT')
    throw unavailableError(`The data folder cannot be read (${error.message})`)
}
