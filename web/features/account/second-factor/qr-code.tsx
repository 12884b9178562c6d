import { encode } from 'uqr'

/** Width of the light border that readers need, in modules. */
const QUIET_ZONE = 4

/** A QR code. Dark on light in every theme, because some readers reject inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE, ecc: 'M' })
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={toSvgPath(data)} />
    </svg>
  )
}

/** Draws each run of dark modules in a row as one rectangle. */
function toSvgPath(rows: boolean[][]): string {
  return rows
    .map((row, y) =>
      [
        ...row
          .map((dark) => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ]
        .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
        .join(''),
    )
    .join('')
}
