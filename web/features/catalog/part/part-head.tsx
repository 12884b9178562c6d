import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { paths } from '../../../paths.ts'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { partInWords } from '../part-in-words.ts'
import { previewPicture } from './preview-picture.ts'

/** A part as it is found and shared: with its own picture where the shop draws it. */
export function PartHead({ part, details }: { part: Part; details: PartDetails | undefined }) {
  return (
    <PageHead
      title={part.name}
      description={partInWords(part)}
      path={paths.part(part._id)}
      picture={previewPicture(part, details)}
    />
  )
}
