/** A weight as a delivery note says it: `305 g`, `15.25 kg`, `1,240 kg`. */
export function weightInWords(grams: number): string {
  const [value, unit] = grams < 1000 ? [grams, 'g'] : [grams / 1000, 'kg']
  return `${value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 2 : 0 })} ${unit}`
}
