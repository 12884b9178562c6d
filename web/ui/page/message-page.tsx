import { EmptyState, type EmptyStateLink } from '../lists/empty-state.tsx'
import { PageMetadata } from './page-metadata.tsx'

interface MissingPageProps {
  noun: string
  link: EmptyStateLink
}

/** The dashboard page for something that does not exist, or that the user may not see. */
export function MissingPage({ noun, link }: MissingPageProps) {
  const text = `We can’t find this ${noun.toLowerCase()}.`
  return <MessagePage title={`${noun} Not Found`} text={text} link={link} inDashboard />
}

interface MessagePageProps {
  title: string
  description?: string
  /** The canonical path of a page that search engines may index. */
  path?: string
  text: string
  details?: string
  figure?: string
  link: EmptyStateLink
  /** True for dashboard pages, which have their own margins and smaller headings. */
  inDashboard?: boolean
}

export function MessagePage(props: MessagePageProps) {
  const { title, description, path, link, inDashboard, ...message } = props
  return (
    <div className={inDashboard ? undefined : 'wrap pb-24'}>
      <PageMetadata title={title} description={description} path={path} />
      <div className={inDashboard ? 'dash-head' : 'phead'}>
        <h1>{title}</h1>
      </div>
      <EmptyState links={[link]} {...message} />
    </div>
  )
}
