import { PartName } from '../part-name.tsx'

export function PartTitle({ name }: { name: string }) {
  return (
    <h1>
      <PartName name={name} />
    </h1>
  )
}
