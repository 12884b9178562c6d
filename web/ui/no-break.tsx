const MAX_UNBROKEN = 24

/** Prevents line breaks at the hyphens of words such as `9-speed`. Longer words, such as emails, may break. */
export function preventHyphenBreaks(text: string) {
  return text.split(/(\S+-\S+)/).map((part, index) =>
    index % 2 === 0 || part.length > MAX_UNBROKEN ? (
      part
    ) : (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
}
