import { paths } from '../../../paths.ts'
import { EmptyPage } from '../../../ui/page/empty-page.tsx'

export function PartMissing() {
  return (
    <EmptyPage
      title="Part Not Found"
      text="There is no such part, or it is no longer sold."
      way={{ to: paths.allParts, name: 'Bicycle Parts' }}
    />
  )
}
