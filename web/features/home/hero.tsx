import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { NextIcon } from '../../ui/icons.tsx'
import { TitleBlock, type TitleBlockCell } from '../../ui/title-block.tsx'

/** The hero banner: the page heading, the drivetrain drawing and its title block. */
export function Hero() {
  return (
    <section className="hero">
      <div className="wrap">
        <h1>Bicycle Parts</h1>
        <picture className="hero-art">
          <source
            media="(max-width: 639px)"
            srcSet="/drawings/house/drivetrain-small.svg"
            width="375"
            height="250"
          />
          <source
            media="(prefers-reduced-motion: reduce)"
            srcSet="/drawings/house/drivetrain-still.svg"
            width="1440"
            height="569"
          />
          <img
            src="/drawings/house/drivetrain.svg"
            width="1440"
            height="569"
            fetchPriority="high"
            alt="Drawing of a drivetrain: chainring with 44 teeth, cog with 18, chain of 98 links"
          />
        </picture>
        <div className="strip">
          <div className="strip-go">
            <p>
              Spare parts straight from the maker, drawn to the tenth of a millimetre and sold in
              bulk.
            </p>
            <Link className="btn btn-inverse" to={paths.allParts}>
              Get Started
              <NextIcon />
            </Link>
          </div>
          <TitleBlock cells={drivetrain} />
        </div>
      </div>
    </section>
  )
}

const drivetrain: TitleBlockCell[] = [
  ['Chainring', '44 T'],
  ['Cog', '18 T'],
  ['Chain', '98 links'],
  ['Pitch', '12.7 mm'],
]
