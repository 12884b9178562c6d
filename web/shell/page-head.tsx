const SHOP = 'Freehub'

/** What the page says of itself in the document's head. */
export function PageHead({ title, description }: { title: string; description?: string }) {
  return (
    <>
      <title>{`${title} · ${SHOP}`}</title>
      {description && <meta name="description" content={description} />}
    </>
  )
}
