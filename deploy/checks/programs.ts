import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

export const root = path.resolve(import.meta.dirname, '../..')

const WITHIN_MS = 60_000

/** Debian keeps programs of root's apart. */
const FOLDERS = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin']

/** The path of a program, or undefined where there is none. */
export function find(program: string): string | undefined {
  return FOLDERS.map((folder) => path.join(folder, program)).find(existsSync)
}

/** Runs a program in the repository and answers what it says; throws, with that, when it fails. */
export async function run(
  program: string,
  args: string[],
  { env = {}, withinMs = WITHIN_MS }: { env?: Record<string, string>; withinMs?: number } = {},
): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(find(program) ?? program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    timeout: withinMs,
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: Error & { stdout: string; stderr: string }) => {
    throw new Error(`${error.message}\n${error.stdout}${error.stderr}`)
  })
  return `${stdout}${stderr}`
}
