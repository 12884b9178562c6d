import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { root, run } from './programs.ts'

/**
 * The system calls that a unit leaves its service, as a profile that engines of containers take: all others
 * fail with EPERM, as SystemCallErrorNumber says.
 */
export async function seccompOf(unit: string): Promise<object> {
  const text = await readFile(path.join(root, 'deploy/systemd', unit), 'utf8')
  const allowed = new Set(await callsOf('@default'))
  for (const [, not, groups = ''] of text.matchAll(/^SystemCallFilter=(~?)(.*)$/gm)) {
    for (const group of groups.split(' ')) {
      for (const call of await callsOf(group)) {
        if (not) allowed.delete(call)
        else allowed.add(call)
      }
    }
  }
  return {
    defaultAction: 'SCMP_ACT_ERRNO',
    defaultErrnoRet: 1,
    syscalls: [{ names: [...allowed], action: 'SCMP_ACT_ALLOW' }],
  }
}

/** Groups are made of groups. */
async function callsOf(group: string): Promise<string[]> {
  const said = await run('systemd-analyze', ['syscall-filter', group])
  const lines = said.split('\n').slice(1)
  const names = lines.map((line) => line.trim()).filter((name) => name && !name.startsWith('#'))
  const calls = names.map((name) => (name.startsWith('@') ? callsOf(name) : [name]))
  return (await Promise.all(calls)).flat()
}
