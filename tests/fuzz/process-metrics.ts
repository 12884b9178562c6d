export interface ProcessMetrics {
  /** 99th percentile of the event loop's delay since the figures were last read. */
  lagP99Ms: number
  /** Resident memory of the process. */
  memoryMb: number
}

/** Reads the figures of a shop's process from its metrics. */
export async function readProcessMetrics(metricsUrl: string): Promise<ProcessMetrics> {
  const text = await (await fetch(metricsUrl)).text()
  return {
    lagP99Ms: 1000 * readMetric(text, 'nodejs_eventloop_lag_p99_seconds'),
    memoryMb: readMetric(text, 'process_resident_memory_bytes') / 1e6,
  }
}

function readMetric(text: string, name: string): number {
  const value = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]
  if (value === undefined) throw new Error(`The metrics lack ${name}.`)
  return Number(value)
}
