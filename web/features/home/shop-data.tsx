/**
 * Structured data of the shop with its rating, for search engines. Only the server renders it. The
 * browser keeps the server's HTML and does not load the code.
 */
export const ShopData = import.meta.env.SSR
  ? (await import('./rendered-shop-data.tsx')).RenderedShopData
  : ShopDataPlaceholder

function ShopDataPlaceholder() {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: '{}' }}
    />
  )
}
