import { paths } from '../paths.ts'
import { EmptyPage } from '../shell/empty-page.tsx'

export function BlogsPage() {
  return (
    <EmptyPage
      title="Blogs"
      path={paths.blogs}
      description="News from the works of Freehub, maker of bicycle parts."
      text="No blogs posted yet"
      way={{ to: paths.allParts, name: 'Bicycle Parts' }}
    />
  )
}
