/** What a page says to search engines, as schema.org has it. It is data: browsers do not run it. */
export function StructuredData({ data }: { data: object }) {
  return (
    <script
      type="application/ld+json"
      // React would escape the quotes of JSON as text; here what could end the element is escaped.
      dangerouslySetInnerHTML={{ __html: jsonInPage(data) }}
    />
  )
}

/** JSON that stays JSON within a script element, and in whatever reads it line by line. */
export function jsonInPage(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
