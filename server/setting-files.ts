import { readFileSync } from 'node:fs'

export type Env = Record<string, string | undefined>

/** Suffix of a variable that names the file with a setting's value. */
const SUFFIX = '_FILE'

/**
 * Loads settings from files: the content of the file that `AUTH_SECRET_FILE` names becomes
 * `AUTH_SECRET`. Also returns an error sentence for each invalid variable, and the names of the
 * settings whose file cannot be read.
 */
export function readSettingFiles(
  env: Env,
  names: string[],
): { env: Env; errors: string[]; unreadableNames: string[] } {
  const merged: Env = { ...env }
  const errors: string[] = []
  const unreadableNames: string[] = []
  for (const name of names) {
    const file = env[name + SUFFIX]
    if (!file) continue
    delete merged[name + SUFFIX]
    if (env[name]) errors.push(`${name} is set twice: remove it, or ${name}${SUFFIX}.`)
    else {
      try {
        merged[name] = readFileSync(file, 'utf8').trimEnd()
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        unreadableNames.push(name)
        errors.push(`${name}${SUFFIX} is wrong: ${file} cannot be read (${code}).`)
      }
    }
  }
  return { env: merged, errors, unreadableNames }
}
