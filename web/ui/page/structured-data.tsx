export function StructuredData({ data }: { data: object }) {
  return (
    <script
      type="application/ld+json"
      // React would escape the quotes of a text child.
      dangerouslySetInnerHTML={{ __html: serializeForScript(data) }}
    />
  )
}

/** Serializes JSON for a script element. Escapes `<` and the Unicode line separators. */
export function serializeForScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
