import type { Part, PartDetails } from '@freehub/contract/parts'
import { paths } from '../paths.ts'
import { PageHead } from '../shell/page-head.tsx'
import { partNumberOf } from '../ui/drawing.ts'
import { partInWords } from './part-in-words.ts'

/** A part as it is found and shared: with its own picture where the shop draws it. */
export function PartHead({ part, details }: { part: Part; details: PartDetails | undefined }) {
  const drawn = details?.sku && partNumberOf(part.img) === details.sku
  return (
    <PageHead
      title={part.name}
      description={partInWords(part)}
      path={paths.part(part._id)}
      picture={drawn ? `/pictures/${details.sku}.png` : undefined}
    />
  )
}
