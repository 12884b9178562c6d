import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

export const root = path.resolve(import.meta.dirname, '../..')

const TIMEOUT_MS = 60_000

/** Includes Debian's folders for system programs. */
const FOLDERS = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin']

/** Returns the path of a program, or undefined if it is not installed. */
export function findProgram(program: string): string | undefined {
  return FOLDERS.map((folder) => path.join(folder, program)).find(existsSync)
}

/** Runs a program in the repository and returns its output. Throws an error with the output if it fails. */
export async function runProgram(
  program: string,
  args: string[],
  { env = {}, timeoutMs = TIMEOUT_MS }: { env?: Record<string, string>; timeoutMs?: number } = {},
): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(findProgram(program) ?? program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    timeout: timeoutMs,
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: Error & { killed: boolean; stdout: string }) => {
    const timeout = error.killed ? `Stopped after ${timeoutMs} ms. ` : ''
    // The message contains the text of stderr.
    throw new Error(`${timeout}${error.message}\n${error.stdout}`)
  })
  return `${stdout}${stderr}`
}
