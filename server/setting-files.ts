import { readFileSync } from 'node:fs'

export type Env = Record<string, string | undefined>

/** What is added to a setting's name where a file has its value. */
const SUFFIX = '_FILE'

/**
 * The settings with those that are in files: where `AUTH_SECRET_FILE` names a file, what it holds is
 * `AUTH_SECRET`, without the line's end. Answers also what is wrong with any of them, a sentence each, and whose file cannot be read.
 */
export function readSettingFiles(
  env: Env,
  names: string[],
): { env: Env; mistakes: string[]; unread: string[] } {
  const read: Env = { ...env }
  const mistakes: string[] = []
  const unread: string[] = []
  for (const name of names) {
    const file = env[name + SUFFIX]
    if (!file) continue
    delete read[name + SUFFIX]
    if (env[name]) mistakes.push(`${name} is set twice: take it out, or ${name}${SUFFIX}.`)
    else {
      try {
        read[name] = readFileSync(file, 'utf8').trimEnd()
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        unread.push(name)
        mistakes.push(`${name}${SUFFIX} is wrong: ${file} cannot be read (${code}).`)
      }
    }
  }
  return { env: read, mistakes, unread }
}
