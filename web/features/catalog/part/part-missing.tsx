import { paths } from '../../../paths.ts'
import { EmptyPage } from '../../../ui/page/empty-page.tsx'

export function PartMissing() {
  return (
    <EmptyPage
      title="Part Not Found"
      text="We can't find this part. It may no longer be sold."
      link={{ to: paths.allParts, name: 'Bicycle Parts' }}
    />
  )
}
