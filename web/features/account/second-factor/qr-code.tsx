import { encode } from 'uqr'

/** The light edge that readers need round a code, in its dots. */
const EDGE = 4

/** A text as a QR code: dark on light whatever the page is, for some readers know no other. */
export function QrCode({ text, name }: { text: string; name: string }) {
  const { data, size } = encode(text, { border: EDGE, ecc: 'M' })
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={name}>
      <path d={outlineOf(data)} />
    </svg>
  )
}

/** Each run of dark dots in a row as one rectangle. */
function outlineOf(rows: boolean[][]): string {
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
