import { paths } from '../../paths.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import { Reviews } from '../reviews/reviews.tsx'
import { Contact } from './contact.tsx'
import { Hero } from './hero.tsx'
import { PartsPreview } from './parts-preview.tsx'
import { ShopData } from './shop-data.tsx'
import { Statistics } from './statistics.tsx'
import { Welcome } from './welcome.tsx'

export function HomePage() {
  return (
    <>
      <PageHead
        title="Bicycle Spare Parts"
        path={paths.home}
        description="Bicycle spare parts straight from the maker, drawn to the tenth of a millimetre and sold in bulk since 1994."
      />
      <Hero />
      <Statistics />
      <PartsPreview />
      <Welcome />
      <Reviews />
      <Contact />
      <ShopData />
    </>
  )
}
