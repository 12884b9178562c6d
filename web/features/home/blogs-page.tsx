import { paths } from '../../paths.ts'
import { EmptyPage } from '../../ui/page/empty-page.tsx'

export function BlogsPage() {
  return (
    <EmptyPage
      title="Blogs"
      path={paths.blogs}
      description="News from the works of Freehub, maker of bicycle parts."
      text="No blogs posted yet"
      more="What there is to tell from the works will stand here. Until then the drawings speak for it."
      figure="wheel"
      way={{ to: paths.allParts, name: 'Bicycle Parts' }}
    />
  )
}
