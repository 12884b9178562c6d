import { Counter, Gauge } from 'prom-client'
import { registry } from './metrics.ts'

type Labels = Record<string, string>

/** Reports the current values by their labels, when metrics are requested. */
type Collect = (report: (value: number, labels?: Labels) => void) => void | Promise<void>

interface MetricOptions {
  name: string
  help: string
  labelNames?: string[]
  /** How the values of several processes are aggregated. Default: the sum. */
  aggregator?: 'max' | 'average' | 'first'
}

/** Registers a gauge that is read when metrics are requested. Replaces one of the same name. */
export function registerGauge(options: MetricOptions, collectValues: Collect): void {
  registry.removeSingleMetric(options.name)
  new Gauge({
    ...options,
    registers: [registry],
    async collect() {
      this.reset()
      await collectValues((value, labels = {}) => this.set(labels, value))
    },
  })
}

/** Registers a counter whose value is counted elsewhere. Replaces one of the same name. */
export function registerCounter(options: MetricOptions, collectValues: Collect): void {
  registry.removeSingleMetric(options.name)
  new Counter({
    ...options,
    registers: [registry],
    async collect() {
      this.reset()
      await collectValues((value, labels = {}) => this.inc(labels, value))
    },
  })
}
