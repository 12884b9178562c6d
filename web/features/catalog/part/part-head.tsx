import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { paths } from '../../../paths.ts'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { formatMetaDescription } from '../part-meta-description.ts'
import { getPreviewPicture } from './preview-picture.ts'

/** Title, meta description and preview picture of a part's page. */
export function PartHead({ part, details }: { part: Part; details: PartDetails | undefined }) {
  return (
    <PageHead
      title={part.name}
      description={formatMetaDescription(part)}
      path={paths.part(part._id)}
      picture={getPreviewPicture(part, details)}
    />
  )
}
