import { useLayoutEffect } from 'react'
import { useSettings } from '../../page-settings.ts'

interface PageMetadataProps {
  title: string
  /** Summary of 50 to 160 characters for search results and link previews. */
  description?: string
  /** The canonical path. Search engines do not index pages without it. */
  path?: string
  /** The path of the preview image: a drawing of 1200 × 630 pixels, or a photo. */
  picture?: string
}

/** Title, description, canonical URL and Open Graph tags of a page. */
export function PageMetadata({ title, description, path, picture }: PageMetadataProps) {
  const { origin } = useSettings()
  const documentTitle = `${title} · Freehub`
  useKeptTitle(documentTitle)
  const url = path && origin + path
  const openGraph = {
    title,
    description,
    url,
    image: `${origin}${picture ?? '/pictures/freehub.png'}`,
    'image:alt': describePicture(picture, title),
  }
  return (
    <>
      <title>{documentTitle}</title>
      {url ? <link rel="canonical" href={url} /> : <meta name="robots" content="noindex" />}
      {description && <meta name="description" content={description} />}
      {description &&
        Object.entries(openGraph).map(
          ([name, content]) =>
            content && <meta key={name} property={`og:${name}`} content={content} />,
        )}
    </>
  )
}

/** Keeps the title after the user leaves the screen, until the next screen has loaded. */
function useKeptTitle(title: string) {
  useLayoutEffect(() => {
    document.querySelector('title[data-kept]')?.remove()
    return () => {
      const kept = document.createElement('title')
      kept.dataset.kept = ''
      kept.textContent = title
      document.head.append(kept)
    }
  }, [title])
}

function describePicture(picture: string | undefined, title: string): string {
  if (!picture) return 'Drawing of a bicycle drivetrain'
  return picture.startsWith('/photos/') ? title : `Drawing: ${title}`
}
