import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createPrivateFolder } from '../../dev/embedded-database/account.ts'
import { ConfigError } from '../../server/config.ts'

const SQLITE_BUSY = 5

/** Returns the absolute path of DATA_DIR. A relative one starts at the root of the repository. */
export function readDataDir(env: Record<string, string | undefined>): string {
  return path.resolve(import.meta.dirname, '../..', env.DATA_DIR || 'data')
}

/**
 * Creates the folder, makes it private, and locks it until the returned function is called. Throws
 * a ConfigError if another process has locked it. SQLite uses a kernel lock, so a crashed process
 * leaves no lock.
 */
export function lockDataDir(dataDir: string): () => void {
  createDataDir(dataDir)
  const lock = new DatabaseSync(path.join(dataDir, 'lock'))
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new ConfigError(
      `Another shop is running on ${dataDir}: stop it, or set DATA_DIR and PORT for this one.`,
    )
  }
  return () => lock.close()
}

function createDataDir(dataDir: string): void {
  try {
    createPrivateFolder(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(
      `DATA_DIR ${dataDir} is not writable (${(error as NodeJS.ErrnoException).code}): set DATA_DIR to a writable folder.`,
    )
  }
}
