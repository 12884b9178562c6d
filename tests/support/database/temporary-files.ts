import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { leftBehind } from '../left-behind.ts'

const FOLDER_PREFIX = 'freehub-tests-'

/** Lets all that tests put into the machine's folder for temporary files go with the run. */
export default async function gatherTemporaryFiles(): Promise<() => Promise<void>> {
  const outside = tmpdir()
  for (const folder of await leftBehind(outside, FOLDER_PREFIX)) {
    // Another user's is his to remove.
    await remove(folder).catch(() => {})
  }
  const folder = path.join(outside, FOLDER_PREFIX + process.pid)
  await mkdir(folder)
  // Windows asks for the second.
  process.env.TMPDIR = folder
  process.env.TEMP = folder
  return () => remove(folder)
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
