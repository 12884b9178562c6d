import { readdir, readFile } from 'node:fs/promises'

/**
 * The most that a process and those it has started ever had in memory, each in megabytes, its own
 * first. Where there is no /proc, none.
 */
export async function peakMemory(pid: number): Promise<number[]> {
  const peaks: number[] = []
  for (const one of [pid, ...(await childrenOf(pid))]) {
    const status = await readFile(`/proc/${one}/status`, 'utf8').catch(() => '')
    const kilobytes = /^VmHWM:\s*(\d+) kB/m.exec(status)?.[1]
    if (kilobytes) peaks.push(Math.round(Number(kilobytes) / 1024))
  }
  return peaks
}

async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = tasks.map((task) =>
    readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => ''),
  )
  return (await Promise.all(lists)).join(' ').split(/\s+/).filter(Boolean).map(Number)
}
