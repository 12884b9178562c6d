import '../../../style/fitment/wheel-builder.css'
import type { WheelPart, WheelParts } from '@freehub/contract/fitment/fitment'
import { BUILD_UNITS_MAXIMUM, CROSSES_MAXIMUM } from '@freehub/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { FieldError } from '../../../ui/forms/field.tsx'
import { parseQuantity, QuantityInput } from '../../../ui/forms/quantity-input.tsx'
import { Options, SelectField } from '../../../ui/forms/select-field.tsx'
import { PageMetadata } from '../../../ui/page/page-metadata.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { wheelPartsQuery, wheelPartsSearchQuery } from '../fitment-queries.ts'
import { WheelPartField } from './wheel-part-field.tsx'
import { WheelResult } from './wheel-result.tsx'
import { readWheelChoices, type WheelChoices, writeWheelChoices } from './wheel-url.ts'

/** Computes spoke lengths for a hub and a rim. Adds the parts for a number of wheels to the cart. */
export default function WheelBuilderPage() {
  const query = useQuery(wheelPartsQuery)
  const { data: parts } = query
  const [params, setParams] = useSearchParams()
  const choices = readWheelChoices(params)

  function change(changed: Partial<WheelChoices>) {
    // The rendered parameters may lack a change that the user made a moment ago.
    const latest = readWheelChoices(new URLSearchParams(window.location.search))
    setParams(writeWheelChoices({ ...latest, ...changed }), { replace: true })
  }

  return (
    <div className="wrap not-print:pb-24">
      <PageMetadata title="Wheel Builder" />
      <div className="phead grid-cols-1">
        <h1>Wheel Builder</h1>
        <p className="lead max-w-[34em]">
          Choose a hub, a rim and the crosses. We compute the spokes and count every part.
        </p>
      </div>
      <QueryState query={query} />
      {parts && (
        <div className="print:block grid grid-cols-1 gap-8 lg:grid-cols-[5fr_7fr] lg:gap-12">
          <WheelForm parts={parts} choices={choices} onChange={change} />
          <WheelResult choices={choices} />
        </div>
      )}
    </div>
  )
}

interface WheelFormProps {
  parts: WheelParts
  choices: WheelChoices
  onChange: (changed: Partial<WheelChoices>) => void
}

function WheelForm({ parts, choices, onChange }: WheelFormProps) {
  const { builds } = parts
  const [chosenParts, setChosenParts] = useState<WheelPart[]>([])
  const hub = useChosenPart('hub', choices.hub, [...parts.hub.parts, ...chosenParts])
  const rim = useChosenPart('rim', choices.rim, [...parts.rim.parts, ...chosenParts])
  const addChosenPart = (part: WheelPart) => setChosenParts((before) => [...before, part])
  const holes = hub?.spokeHoles ?? rim?.spokeHoles
  // The server has the same limits. Without a part, the form offers up to 4 crosses.
  const maxCrosses = holes ? Math.min(Math.floor(holes / 8), CROSSES_MAXIMUM) : 4
  const crosses = Array.from({ length: maxCrosses + 1 }, (_, n) => n)
  const buildIndex = builds.findIndex(
    ({ hub, rim, crosses }) =>
      hub === choices.hub && rim === choices.rim && crosses === choices.crosses,
  )

  return (
    <form
      className="print:hidden grid grid-cols-1 content-start gap-5.5 lg:sticky lg:top-[calc(var(--bar)+24px)]"
      onSubmit={(event) => event.preventDefault()}
    >
      <SelectField
        label="Recommended wheels"
        value={buildIndex}
        onChange={(event) => {
          const build = builds[Number(event.target.value)]
          if (build) onChange({ hub: build.hub, rim: build.rim, crosses: build.crosses })
        }}
      >
        <option value={-1}>Your own choice</option>
        <Options of={builds.map(({ name }, index) => [index, name])} />
      </SelectField>
      {(['hub', 'rim'] as const).map((kind) => (
        <WheelPartField
          key={kind}
          kind={kind}
          list={parts[kind]}
          value={choices[kind]}
          chosenPart={kind === 'hub' ? hub : rim}
          holes={(kind === 'hub' ? rim : hub)?.spokeHoles}
          onChange={(id) => onChange({ [kind]: id })}
          onChosen={addChosenPart}
        />
      ))}
      <div className="grid grid-cols-2 items-start gap-4 [&_select]:min-h-14">
        <SelectField
          label="Crosses"
          value={choices.crosses}
          onChange={(event) => onChange({ crosses: Number(event.target.value) })}
        >
          {crosses.map((count) => (
            <option key={count} value={count}>
              {count === 0 ? '0, radial' : count}
            </option>
          ))}
          {!crosses.includes(choices.crosses) && (
            <option value={choices.crosses}>{choices.crosses}, not possible</option>
          )}
        </SelectField>
        <WheelCount wheels={choices.wheels} onChange={(wheels) => onChange({ wheels })} />
      </div>
    </form>
  )
}

/** The hub or rim with this id. If it is not among the known parts, as after a reload, loads it. */
function useChosenPart(kind: 'hub' | 'rim', id: string, knownParts: WheelPart[]) {
  const hasId = ({ productId }: WheelPart) => productId === id
  const known = knownParts.find(hasId)
  const query = wheelPartsSearchQuery({ kind, search: id })
  const { data } = useQuery({ ...query, enabled: query.enabled && !known })
  return known ?? data?.find(hasId)
}

function WheelCount({ wheels, onChange }: { wheels: number; onChange: (n: number) => void }) {
  const [input, setInput] = useState(String(wheels))
  const count = parseQuantity(input)
  const isValid = count >= 1 && count <= BUILD_UNITS_MAXIMUM
  /** Entered numbers that are not in the URL yet, oldest first. */
  const pendingCounts = useRef<number[]>([])
  useLayoutEffect(() => {
    const index = pendingCounts.current.indexOf(wheels)
    pendingCounts.current = index < 0 ? [] : pendingCounts.current.slice(index + 1)
    // A link or Back has set the number.
    if (index < 0) setInput(String(wheels))
  }, [wheels])

  function changeInput(text: string) {
    setInput(text)
    const parsed = parseQuantity(text)
    if (!(parsed >= 1 && parsed <= BUILD_UNITS_MAXIMUM)) return
    pendingCounts.current.push(parsed)
    onChange(parsed)
  }

  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor="wheels">Wheels</label>
      </div>
      <QuantityInput
        id="wheels"
        aria-invalid={!isValid}
        aria-describedby={isValid ? undefined : 'wheels-error'}
        value={input}
        onChange={(event) => changeInput(event.target.value)}
        onStep={(by) => changeInput(String(Math.max(1, (isValid ? count : wheels) + by)))}
      />
      {!isValid && <FieldError id="wheels-error" text="Enter 1 to 10,000 wheels." />}
    </div>
  )
}
