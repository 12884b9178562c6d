import { paths } from '../../paths.ts'
import { MessagePage } from '../../ui/page/message-page.tsx'

export function BlogsPage() {
  return (
    <MessagePage
      title="Blogs"
      path={paths.blogs}
      description="News from the Freehub factory, maker of bicycle spare parts."
      text="No blogs posted yet"
      details="News from the factory will appear here."
      figure="wheel"
      link={{ to: paths.allParts, name: 'Bicycle Parts' }}
    />
  )
}
