interface LimitedValue {
  name: string
  value: number
  min?: number
  max?: number
}

/** Logs each value outside its limits. The measurement continues, but the process exits with 1 at the end. */
export function checkLimits(values: LimitedValue[]): void {
  for (const { name, value, min, max } of values) {
    if (value >= (min ?? value) && value <= (max ?? value)) continue
    const limit = min === undefined ? `maximum ${max}` : `minimum ${min}`
    console.log(`Limit missed: ${name}: ${Number(value.toFixed(3))}, ${limit}`)
    process.exitCode = 1
  }
}
