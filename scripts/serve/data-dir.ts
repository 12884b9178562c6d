import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFolder } from '../../dev/embedded-database/private-folder.ts'
import { ConfigError } from '../../server/config.ts'

const BUSY = 5

/** The folder of the shop's own data: DATA_DIR, from the repository's folder on. */
export function dataDirOf(env: Record<string, string | undefined>): string {
  return path.resolve(import.meta.dirname, '../..', env.DATA_DIR || 'data')
}

/**
 * Creates the folder, closes it to other users, and locks it until the returned function is called. Throws a
 * ConfigError if another process has locked it. The lock is the kernel's own, through a file of SQLite, so it
 * ends with the process however that ends, and no left-over pid can be mistaken for a live one.
 */
export function lockDataDir(dataDir: string): () => void {
  makeWritable(dataDir)
  const lock = new DatabaseSync(path.join(dataDir, 'lock'))
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== BUSY) throw error
    throw new ConfigError(
      `Another shop is running on ${dataDir}: stop it, or give this one a DATA_DIR and a PORT of its own.`,
    )
  }
  return () => lock.close()
}

function makeWritable(dataDir: string): void {
  try {
    makePrivateFolder(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(
      `DATA_DIR ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}): set DATA_DIR to a folder that can.`,
    )
  }
}
