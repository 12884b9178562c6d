import { icons } from '../preview-images/icons.ts'

/** Renders the web app manifest. */
export function renderManifest(): string {
  return JSON.stringify({
    id: '/',
    name: 'Freehub',
    short_name: 'Freehub',
    description: 'Bicycle spare parts straight from the maker, sold in bulk.',
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f3f6f8',
    theme_color: '#fcfdfe',
    icons: Object.entries(icons)
      .filter(([, { purpose }]) => purpose)
      .map(([file, { size, purpose }]) => ({
        src: `/${file}`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
  })
}
