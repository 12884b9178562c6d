import { chown, stat } from 'node:fs/promises'
import path from 'node:path'
import { unavailableError } from './unavailable-error.ts'

/**
 * The operating system user that runs PostgreSQL if the shop runs as root. PostgreSQL refuses to
 * run as root.
 */
export type Account = { uid: number; gid: number }

const UNPRIVILEGED_ID = 65_534

/**
 * Returns the account for PostgreSQL: as root, the owner of the cluster, or an unprivileged
 * user for a new cluster.
 * Returns undefined for all other users, who run PostgreSQL themselves.
 */
export async function chooseAccount(cluster: string): Promise<Account | undefined> {
  const currentUid = process.getuid?.()
  const owner = await stat(cluster).catch(() => undefined)
  if (currentUid === undefined) return undefined
  if (currentUid !== 0) {
    if (owner && owner.uid !== currentUid)
      throw unavailableError(`${cluster} belongs to another user`)
    return undefined
  }
  if (!owner || owner.uid === 0) return { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID }
  return { uid: owner.uid, gid: owner.gid }
}

export async function changeOwner(account: Account | undefined, file: string): Promise<void> {
  if (account) await chown(file, account.uid, account.gid)
}

/**
 * Returns the arguments for `spawn` that run `program` as the account. If the account cannot reach the
 * data, for example below /root, the program gets the capability `dac_read_search`.
 */
export async function commandAs(
  account: Account | undefined,
  program: string,
  args: string[],
  data: string,
): Promise<{ command: string; args: string[]; options: Partial<Account> }> {
  if (!account) return { command: program, args, options: {} }
  if (await canReach(account, data)) return { command: program, args, options: account }
  const setprivArgs = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
  ]
  return { command: 'setpriv', args: [...setprivArgs, program, ...args], options: {} }
}

/** True if the account can enter all parent folders of the file without a capability. */
export async function canReach(account: Account, file: string): Promise<boolean> {
  for (const folder of parentFolders(file)) {
    const { uid, gid, mode } = await stat(folder)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
  }
  return true
}

function parentFolders(file: string): string[] {
  const folder = path.dirname(file)
  return folder === file ? [folder] : [folder, ...parentFolders(folder)]
}
