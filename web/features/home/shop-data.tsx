/**
 * The shop, and what its reviews say of it together, for search engines. The server
 * alone writes it, and the browser leaves it as it came: nobody there reads it, and the first load
 * of the home page carries no word more than it must.
 */
export const ShopData = import.meta.env.SSR
  ? (await import('./written-shop-data.tsx')).WrittenShopData
  : KeptShopData

function KeptShopData() {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: '{}' }}
    />
  )
}
