import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { root, runProgram } from './run-program.ts'

/**
 * Creates a seccomp profile for a container engine from a unit's SystemCallFilter. Other system calls fail
 * with EPERM, as SystemCallErrorNumber specifies.
 */
export async function createSeccompProfile(unit: string): Promise<object> {
  const text = await readFile(path.join(root, 'deploy/systemd', unit), 'utf8')
  const allowed = new Set(await listSystemCalls('@default'))
  for (const [, not, groups = ''] of text.matchAll(/^SystemCallFilter=(~?)(.*)$/gm)) {
    for (const group of groups.split(' ')) {
      for (const call of await listSystemCalls(group)) {
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

/** Lists the system calls of a group, including nested groups. */
async function listSystemCalls(group: string): Promise<string[]> {
  const output = await runProgram('systemd-analyze', ['syscall-filter', group])
  const lines = output.split('\n').slice(1)
  const names = lines.map((line) => line.trim()).filter((name) => name && !name.startsWith('#'))
  const calls = names.map((name) => (name.startsWith('@') ? listSystemCalls(name) : [name]))
  return (await Promise.all(calls)).flat()
}
