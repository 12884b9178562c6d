import { useSettings } from '../../settings.ts'

interface PageHeadProps {
  title: string
  /** What the page holds, in 50 to 160 characters: under the title where it is found or shared. */
  description?: string
  /** The page's one address. Without it the page is not for search engines. */
  path?: string
  /** The address of a picture, shown beside a link to the page: a drawing of 1200 × 630, or a photo. */
  picture?: string
}

/** What the page says of itself in the document's head. */
export function PageHead({ title, description, path, picture }: PageHeadProps) {
  const { origin } = useSettings()
  const address = path && origin + path
  const shared = {
    title,
    description,
    url: address,
    image: `${origin}${picture ?? '/pictures/freehub.png'}`,
    'image:alt': altOf(picture, title),
  }
  return (
    <>
      <title>{`${title} · Freehub`}</title>
      {address ? <link rel="canonical" href={address} /> : <meta name="robots" content="noindex" />}
      {description && <meta name="description" content={description} />}
      {description &&
        Object.entries(shared).map(
          ([name, content]) =>
            content && <meta key={name} property={`og:${name}`} content={content} />,
        )}
    </>
  )
}

function altOf(picture: string | undefined, title: string): string {
  if (!picture) return 'Drawing of a bicycle drivetrain'
  return picture.startsWith('/photos/') ? title : `Drawing: ${title}`
}
