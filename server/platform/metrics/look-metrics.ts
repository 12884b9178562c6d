import { Counter, Gauge } from 'prom-client'
import { registry } from './metrics.ts'

type Labels = Record<string, string>

/** What is looked up when somebody asks, by its labels. */
type Look = (tell: (value: number, labels?: Labels) => void) => void | Promise<void>

interface Looked {
  name: string
  help: string
  labelNames?: string[]
  /** How the values of several processes become one; the sum, where nothing is said. */
  aggregator?: 'max' | 'average' | 'first'
}

/** A gauge that is read when somebody asks. Takes the place of one of the same name. */
export function gauge(looked: Looked, look: Look): void {
  registry.removeSingleMetric(looked.name)
  new Gauge({
    ...looked,
    registers: [registry],
    async collect() {
      this.reset()
      await look((value, labels = {}) => this.set(labels, value))
    },
  })
}

/** The same of what is counted elsewhere, and only grows. */
export function counter(looked: Looked, look: Look): void {
  registry.removeSingleMetric(looked.name)
  new Counter({
    ...looked,
    registers: [registry],
    async collect() {
      this.reset()
      await look((value, labels = {}) => this.inc(labels, value))
    },
  })
}
