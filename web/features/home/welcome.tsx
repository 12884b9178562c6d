import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { TitleBlock, type TitleBlockCell } from '../../ui/title-block.tsx'

const titleBlock: TitleBlockCell[] = [
  ['Title', 'Wheel 622, 32 spokes'],
  ['Scale', '1 : 5'],
  ['Since', '1994'],
  ['Sheet', '1 / 1'],
]

export function Welcome() {
  return (
    <section className="sec">
      <div className="wrap welcome">
        <div className="frame">
          <picture>
            <source
              media="(max-width: 559px)"
              srcSet="/drawings/house/wheel-card.svg"
              width="360"
              height="270"
            />
            <img
              src="/drawings/house/wheel.svg"
              width="640"
              height="480"
              loading="lazy"
              alt="Drawing of a wheel with 32 spokes laced three-cross"
            />
          </picture>
          <TitleBlock cells={titleBlock} />
        </div>
        <div>
          <h2 className="mb-7">Welcome to Freehub</h2>
          <p className="lead">
            We have been making bicycle spare parts since 1994, and we export them worldwide.
          </p>
          <p className="mt-4 max-w-[38em]">
            Every part is made to its drawing: the pitch, the bolt circle, the thread. Dealers order
            the quantity they need, from the minimum order up, at one price per unit.
          </p>
          <p className="mt-8">
            <Link className="btn btn-outline" to={paths.contactUs}>
              Contact Us
            </Link>
          </p>
        </div>
      </div>
    </section>
  )
}
