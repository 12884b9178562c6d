import { isSoldOut, type Part } from '@freehub/contract/catalog/parts'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { drawingSizes, getDrawingUrl } from '../../../ui/drawing.ts'
import { PartName } from '../part-name.tsx'
import { PartPicture } from '../part-picture.tsx'

export function CompatiblePart({ part }: { part: Part }) {
  return (
    <li className="mate">
      <PartPicture
        {...drawingSizes.icon}
        src={getDrawingUrl(part.img, 'icon')}
        alt=""
        loading="lazy"
        decoding="async"
      />
      <Link to={paths.part(part._id)}>
        <PartName name={part.name} />
      </Link>
      <span className="mate-stock" data-sold-out={isSoldOut(part) || undefined}>
        {isSoldOut(part) ? 'Out of stock' : `${formatCount(part.availableQuantity)} available`}
      </span>
      <span className="mate-price">{formatDollars(part.price)}</span>
    </li>
  )
}
