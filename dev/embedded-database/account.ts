import { chown, stat } from 'node:fs/promises'
import path from 'node:path'
import { unavailable } from './unavailable.ts'

/** The user that PostgreSQL runs as when the shop itself runs as root, which it refuses. */
export type Account = { uid: number; gid: number }

const NOBODY = 65_534

/**
 * Root runs PostgreSQL as the owner of the data, or as nobody where there are none yet; everyone
 * else runs it as themselves (undefined).
 */
export async function accountFor(cluster: string): Promise<Account | undefined> {
  const me = process.getuid?.()
  const owner = await stat(cluster).catch(() => undefined)
  if (me === undefined) return undefined
  if (me !== 0) {
    if (owner && owner.uid !== me) throw unavailable(`${cluster} belongs to another user`)
    return undefined
  }
  if (!owner || owner.uid === 0) return { uid: NOBODY, gid: NOBODY }
  return { uid: owner.uid, gid: owner.gid }
}

/** Gives a file or folder to the account, if there is one. */
export async function giveTo(account: Account | undefined, file: string): Promise<void> {
  if (account) await chown(file, account.uid, account.gid)
}

/**
 * What to spawn so that `program` runs as the account. Where folders on the way to the data are
 * closed to it (a clone below /root, say), it gets the one capability to read and pass them.
 */
export async function runAs(
  account: Account | undefined,
  program: string,
  args: string[],
  data: string,
): Promise<{ command: string; args: string[]; options: Partial<Account> }> {
  if (!account) return { command: program, args, options: {} }
  if (await mayReach(account, data)) return { command: program, args, options: account }
  const become = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
  ]
  return { command: 'setpriv', args: [...become, program, ...args], options: {} }
}

/** True if the account may pass all folders above the file without a capability. */
export async function mayReach(account: Account, file: string): Promise<boolean> {
  for (const folder of foldersAbove(file)) {
    const { uid, gid, mode } = await stat(folder)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
  }
  return true
}

function foldersAbove(file: string): string[] {
  const folder = path.dirname(file)
  return folder === file ? [folder] : [folder, ...foldersAbove(folder)]
}
