import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { chmod, chown, stat } from 'node:fs/promises'
import { ConfigError } from '../../server/config.ts'
import type { Account } from './account.ts'

const STICKY = 0o1000

/**
 * Creates a folder that only its owner can enter, or closes an existing one to other users. Does not change
 * folders of other users. Throws a ConfigError for a shared folder such as /tmp.
 */
export function createPrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { mode, uid } = statSync(folder)
  if (mode & STICKY) {
    throw new ConfigError(
      `DATA_DIR ${folder} is shared by all users. Set DATA_DIR to a separate folder.`,
    )
  }
  const currentUid = process.getuid?.()
  if (mode & 0o077 && (currentUid === 0 || currentUid === uid)) chmodSync(folder, 0o700)
}

/**
 * Lets the PostgreSQL account enter a private folder of root without listing it (mode 0710). Otherwise the
 * server would need a capability to read all files.
 */
export async function allowTraversal(account: Account | undefined, folder: string): Promise<void> {
  if (!account) return
  const { uid } = await stat(folder)
  if (uid === account.uid) return
  await chown(folder, uid, account.gid)
  await chmod(folder, 0o710)
}
