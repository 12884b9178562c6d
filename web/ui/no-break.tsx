const MAX_UNBROKEN = 24

const UNITS = 'mm|cm|m|km|g|kg|Nm|N|kN|TPI|W|V|lux|lx|h'

/** Matches the space between a number and its unit. */
export const UNIT_SPACE = new RegExp(`(?<=\\d) (?=(?:${UNITS})\\b)`, 'g')

/**
 * Matches words such as `9-speed`, sizes such as `100 mm`, `QR 100 mm`, `JIS 122.5` and `104 x 4`, and counts such as
 * `and 2 more`.
 */
const WORDS_AND_SIZES = new RegExp(
  `(\\S+-\\S+|and \\d\\S* more\\b|\\b[A-Z]{2,4} \\d\\S*(?: (?:${UNITS})\\b)?|\\d\\S* (?:x \\d\\S*|(?:${UNITS}|holes|links|teeth)\\b))`,
)

/** Prevents line breaks within words with hyphens and within sizes. Longer words, such as emails, may break. */
export function preventBreaks(text: string) {
  return text.split(WORDS_AND_SIZES).map((part, index) =>
    index % 2 === 0 || part.length > MAX_UNBROKEN ? (
      part
    ) : (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
}
