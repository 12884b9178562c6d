import { readdir, readFile } from 'node:fs/promises'

/**
 * Returns the peak memory of a process and of its child processes in MB, the parent first. Without /proc,
 * returns an empty list.
 */
export async function readPeakMemory(pid: number): Promise<number[]> {
  const peaks: number[] = []
  for (const process of [pid, ...(await listChildren(pid))]) {
    const status = await readFile(`/proc/${process}/status`, 'utf8').catch(() => '')
    const kilobytes = /^VmHWM:\s*(\d+) kB/m.exec(status)?.[1]
    if (kilobytes) peaks.push(Math.round(Number(kilobytes) / 1024))
  }
  return peaks
}

async function listChildren(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = tasks.map((task) =>
    readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => ''),
  )
  return (await Promise.all(lists)).join(' ').split(/\s+/).filter(Boolean).map(Number)
}
