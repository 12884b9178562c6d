import { PartName } from '../part-name.tsx'

/** A part's name as the heading. */
export function PartTitle({ name }: { name: string }) {
  return (
    <h1>
      <PartName name={name} />
    </h1>
  )
}
