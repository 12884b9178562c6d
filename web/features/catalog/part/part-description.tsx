/** A part's description. Keeps each number and its unit on one line. */
export function PartDescription({ className, text }: { className: string; text: string }) {
  return <p className={className}>{text.replace(SIZE, '$1\u00a0')}</p>
}

const SIZE = /(\d) (?=(?:mm|cm|m|km|g|kg|Nm|N|kN|TPI|W|V|lux|lx|h)\b)/g
