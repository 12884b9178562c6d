import { formatCount } from '../money.ts'

/** Formats a weight: `305 g`, `15.25 kg`, `1,240 kg`. */
export function formatWeight(grams: number): string {
  const [value, unit] = grams < 1000 ? [grams, 'g'] : [grams / 1000, 'kg']
  const rounded = value < 100 ? Number(value.toFixed(2)) : formatCount(Math.round(value))
  return `${rounded} ${unit}`
}
