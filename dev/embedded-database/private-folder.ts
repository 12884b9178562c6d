import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { chmod, chown, stat } from 'node:fs/promises'
import { ConfigError } from '../../server/config.ts'
import type { Account } from './account.ts'

const STICKY = 0o1000

/**
 * Creates a folder that only its owner may enter, or closes an existing one to other users. Leaves the mode of
 * another user's folder. Throws a ConfigError for a shared folder such as /tmp, which must stay open.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { mode, uid } = statSync(folder)
  if (mode & STICKY) {
    throw new ConfigError(
      `DATA_DIR ${folder} is shared by all users: set DATA_DIR to a folder of its own.`,
    )
  }
  const me = process.getuid?.()
  if (mode & 0o077 && (me === 0 || me === uid)) chmodSync(folder, 0o700)
}

/**
 * Lets the account of PostgreSQL pass through a private folder of root (0710), without listing it. Otherwise the
 * server would need a capability to read every file of the machine.
 */
export async function letPass(account: Account | undefined, folder: string): Promise<void> {
  if (!account) return
  const { uid } = await stat(folder)
  if (uid === account.uid) return
  await chown(folder, uid, account.gid)
  await chmod(folder, 0o710)
}
