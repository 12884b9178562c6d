import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { chmod, chown, stat } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '../../server/config.ts'

/**
 * Creates the error for an embedded PostgreSQL that cannot run. Its message also states the alternative,
 * DATABASE_URL.
 */
export function unavailableError(reason: string): ConfigError {
  return new ConfigError(
    `${reason.replace(/[.\s]+$/, '')}. Set DATABASE_URL to use your own PostgreSQL server.`,
  )
}

/**
 * The operating system user that runs PostgreSQL if the shop runs as root. PostgreSQL refuses to
 * run as root.
 */
export type Account = { uid: number; gid: number }

const UNPRIVILEGED_ID = 65_534

/**
 * Returns the account that runs PostgreSQL if the shop runs as root. It is the owner of the data directory, or an
 * unprivileged user if the directory is new or belongs to root. If the shop does not run as root, returns undefined,
 * because PostgreSQL runs as the shop's user. In that case, throws a ConfigError if the directory belongs to another
 * user.
 */
export async function chooseAccount(pgdata: string): Promise<Account | undefined> {
  const currentUid = process.getuid?.()
  const owner = await stat(pgdata).catch(() => undefined)
  if (currentUid === undefined) return undefined
  if (currentUid !== 0) {
    if (owner && owner.uid !== currentUid)
      throw unavailableError(`${pgdata} belongs to another user`)
    return undefined
  }
  if (!owner || owner.uid === 0) return { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID }
  return { uid: owner.uid, gid: owner.gid }
}

/** Gives a file to the account. Does nothing without an account. */
export async function changeOwner(account: Account | undefined, file: string): Promise<void> {
  if (account) await chown(file, account.uid, account.gid)
}

/**
 * Returns the arguments for `spawn` that run `program` as the account. If the account cannot reach the
 * data, for example below /root, the program gets the capability `dac_read_search`.
 */
export async function buildSpawnArguments(
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

/** Lists the folder of a file and all folders above it, the nearest first. */
function parentFolders(file: string): string[] {
  const folder = path.dirname(file)
  return folder === file ? [folder] : [folder, ...parentFolders(folder)]
}

const STICKY = 0o1000

/**
 * Creates a folder that only its owner can enter, or denies other users access to an existing
 * folder. Only root changes a folder of another user, and keeps the mode of `allowTraversal`. Throws a ConfigError for a
 * shared folder such as /tmp.
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
  const isPrivate = (mode & 0o077) === 0 || (currentUid === 0 && (mode & 0o777) === 0o710)
  if (!isPrivate && (currentUid === 0 || currentUid === uid)) chmodSync(folder, 0o700)
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
