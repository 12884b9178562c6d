import { randomBytes } from 'node:crypto'
import { lchown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { changeOwner, unavailableError } from './account.ts'
import { runProgram } from './launch.ts'
import type { PostgresInstance } from './programs.ts'

const MAJOR = '18'
const PASSWORD_FILE = 'shop-password'

/**
 * Returns the password of the database in the data directory. Creates the directory if it does not exist. Throws a
 * ConfigError if another version of PostgreSQL created it.
 */
export async function ensureDataDirectory(
  instance: PostgresInstance,
  log: (line: string) => void,
): Promise<{ password: string; isNew: boolean }> {
  const version = await readFile(path.join(instance.pgdata, 'PG_VERSION'), 'utf8').catch(
    ignoreMissing,
  )
  if (version === undefined) {
    log('Creating a PostgreSQL database')
    await createDataDirectory(instance)
    return { password: await readPassword(instance.pgdata), isNew: true }
  }
  if (version.trim() !== MAJOR) {
    throw unavailableError(
      `${instance.pgdata} was created by PostgreSQL ${version.trim()}, but this is PostgreSQL ${MAJOR}`,
    )
  }
  await changeOwnerOfAll(instance)
  return { password: await readPassword(instance.pgdata), isNew: false }
}

/** Reads the password, which was stored when the data directory was created. */
export async function readPassword(pgdata: string): Promise<string> {
  return (await readFile(path.join(pgdata, PASSWORD_FILE), 'utf8')).trim()
}

/**
 * Creates the data directory in a temporary folder and renames it. A killed process therefore leaves no partial data
 * directory.
 */
async function createDataDirectory({ pgdata, account, programs }: PostgresInstance): Promise<void> {
  await removeUnfinished(pgdata)
  const temporaryFolder = await mkdtemp(`${pgdata}.new-`)
  await changeOwner(account, temporaryFolder)
  const data = path.join(temporaryFolder, 'data')
  const passwordFile = path.join(temporaryFolder, PASSWORD_FILE)
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  await changeOwner(account, passwordFile)
  await runProgram({ pgdata: data, account, programs }, 'initdb', [
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
  await rename(data, pgdata)
  await rm(temporaryFolder, { recursive: true, force: true })
}

/** Removes the temporary folders of data directories that killed processes did not finish. */
async function removeUnfinished(pgdata: string): Promise<void> {
  const folder = path.dirname(pgdata)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${path.basename(pgdata)}.new-`)) continue
    await rm(path.join(folder, name), { recursive: true, force: true })
  }
}

/** Gives the data directory to the server's account. Files that root copied or restored belong to root. */
async function changeOwnerOfAll({ pgdata, account }: PostgresInstance): Promise<void> {
  if (!account || (await stat(pgdata)).uid === account.uid) return
  const files = await readdir(pgdata, { withFileTypes: true, recursive: true })
  for (const file of files) {
    await lchown(path.join(file.parentPath, file.name), account.uid, account.gid)
  }
  await changeOwner(account, pgdata)
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT')
    throw unavailableError(`The data folder cannot be read (${error.message})`)
}
