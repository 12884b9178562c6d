import { useStore } from '../../api/use-store.ts'
import '../../style/fitment/fit.css'
import { roundUpQuantity } from '@freehub/contract/catalog/prices'
import type {
  BikeProfile,
  FitCheck,
  ProposedPart as Proposal,
} from '@freehub/contract/fitment/fitment'
import { formatCount } from '@freehub/contract/money'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { tryStorage } from '../../api/storage.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { Options, SelectField } from '../../ui/forms/select-field.tsx'
import { CheckIcon, WarnIcon } from '../../ui/icons.tsx'
import { QueryError } from '../../ui/query-state.tsx'
import { addToCart, formatAdditionError } from '../cart/add-to-cart.ts'
import type { CartEditor } from '../cart/cart-editor.ts'
import { useSession } from '../identity/session.ts'
import { describeVerdict } from './describe-verdict.ts'
import { fitCheckQuery, PURPOSES, profilesQuery } from './fitment-queries.ts'
import { createVerdictLookup, LineFitContext } from './line-fit-context.ts'
import { ProposedPart } from './proposed-part.tsx'

const STORAGE_KEY = 'fitCheckAs'

/** Checks whether the parts of the cart fit, for a purpose that the user chooses. Also shows the missing parts. */
export function CartFit({ editor, children }: { editor: CartEditor; children: ReactNode }) {
  const [chosenPurpose, setChosenPurpose] = useState(() =>
    tryStorage(() => sessionStorage.getItem(STORAGE_KEY)),
  )
  const isSignedIn = useSession().status === 'signedIn'
  const { data: profiles = [] } = useQuery({ ...profilesQuery, enabled: isSignedIn })
  // The chosen bike may belong to another user of this tab, or may be deleted.
  const isValid =
    chosenPurpose &&
    (PURPOSES.includes(chosenPurpose) || profiles.some(({ _id }) => _id === chosenPurpose))
  const purpose = isValid ? chosenPurpose : 'stock'
  const onSaleIds = useStore(editor, editor.getOnSaleIds)
  const ids = useMemo(() => onSaleIds.toSorted(), [onSaleIds])
  const query = useQuery(fitCheckQuery(ids, purpose))
  const { data: check } = query

  function choose(next: string) {
    tryStorage(() => sessionStorage.setItem(STORAGE_KEY, next))
    setChosenPurpose(next)
  }

  const cartFit = useMemo(
    () =>
      check && {
        verdictOf: createVerdictLookup(check),
        nameOf: (id: string) => editor.getRow(id)?.line.name ?? '',
        quantityOf: (part: FitCheck['conflicts'][number]['instead'][number]) =>
          getReplacementQuantity(editor, part.replaces, part),
        replace: (replacedId: string, part: Proposal) => replacePart(editor, replacedId, part),
      },
    [check, editor],
  )

  return (
    <LineFitContext value={cartFit}>
      {children}
      {ids.length > 1 || purpose !== 'stock' ? (
        <section className="flex flex-wrap items-end gap-x-6 gap-y-3 pt-8" aria-label="Fit">
          <FitChoice value={purpose} profiles={profiles} onChange={choose} />
          <div
            className="flex flex-[1_1_280px] flex-wrap items-center gap-x-6 gap-y-1 min-h-12"
            aria-live="polite"
          >
            {check ? <FitSummary check={check} /> : <QueryError query={query} />}
          </div>
        </section>
      ) : null}
      {check && check.missing.length > 0 && (
        <MissingForCart missing={check.missing} editor={editor} />
      )}
    </LineFitContext>
  )
}

/** Returns the quantity of the replaced part, rounded up to a valid quantity of the proposed part. */
const getReplacementQuantity = (editor: CartEditor, replacedId: string, part: Proposal) =>
  roundUpQuantity(part, editor.getRow(replacedId)?.line.quantity ?? 1)

/** Adds the proposed part to the cart. After a success, removes the part that it replaces. */
async function replacePart(editor: CartEditor, replacedId: string, part: Proposal): Promise<void> {
  const { productId, name } = part
  const quantity = getReplacementQuantity(editor, replacedId, part)
  if (await addWithToast({ productId, name, quantity })) editor.setQuantity(replacedId, 0)
}

async function addWithToast(addition: Parameters<typeof addToCart>[0]): Promise<boolean> {
  try {
    void showToast(await addToCart(addition))
    return true
  } catch (error) {
    void showToast(formatAdditionError(error), 'error')
    return false
  }
}

interface FitChoiceProps {
  value: string
  profiles: BikeProfile[]
  onChange: (value: string) => void
}

function FitChoice({ value, profiles, onChange }: FitChoiceProps) {
  return (
    <SelectField
      label="Check these parts as"
      className="print:hidden w-full items-center max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:gap-3 sm:w-66"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="stock">Stock for the shelf</option>
      <option value="wheel">One wheel</option>
      <option value="bike">One bike</option>
      {profiles.length > 0 && (
        <optgroup label="Parts for">
          <Options of={profiles.map(({ _id, name }) => [_id, name])} />
        </optgroup>
      )}
    </SelectField>
  )
}

function FitSummary({ check }: { check: FitCheck }) {
  const { isStrict, outside: needsOfBicycle, notes: unmetNeeds } = check
  if (!isStrict) return <Notes title="What these parts still need" notes={unmetNeeds} />
  return (
    <>
      <FitVerdict check={check} />
      <Notes title="Check on the bike" notes={needsOfBicycle} />
      {/* A strict check lists unmet needs as missing parts, except those of spare parts. */}
      <Notes title="Spares for another bike" notes={unmetNeeds} />
    </>
  )
}

/** States whether everything fits and no part is missing, with the numbers of conflicts and missing parts. */
export function FitVerdict({ check }: { check: FitCheck }) {
  const { state, text } = describeVerdict(check)
  return (
    <p className="fit-verdict font-semibold" data-state={state}>
      {state === 'conflict' && <WarnIcon />}
      {state === 'fits' && <CheckIcon />}
      {text}
    </p>
  )
}

/** A check of a large stock has hundreds of notes. */
const MAX_NOTES = 20

interface NotesProps {
  title: string
  notes: FitCheck['notes']
}

/** Notes of a fit check, in a section that is closed at first. */
export function Notes({ title, notes }: NotesProps) {
  if (notes.length === 0) return null
  return (
    <details className="not-open:print:hidden text-ink-2 text-label open:basis-full">
      <summary className="w-fit py-3">
        {title} ({formatCount(notes.length)})
      </summary>
      <ul className="grid gap-1 pb-2">
        {notes.slice(0, MAX_NOTES).map(({ productId, why }) => (
          <li key={`${productId} ${why}`}>{why}</li>
        ))}
        {notes.length > MAX_NOTES && <li>And {notes.length - MAX_NOTES} more.</li>}
      </ul>
    </details>
  )
}

/** Proposes parts that are missing in the cart, in the quantity that the parts of the cart need. */
function MissingForCart({ missing, editor }: { missing: FitCheck['missing']; editor: CartEditor }) {
  const quantityOf = (id: string | undefined) => (id && editor.getRow(id)?.line.quantity) || 1
  // The fit check of a cart counts each part once. So each need is multiplied by the quantity of the first part that
  // has it.
  const missingForCart = missing.map((need) => {
    const needed = need.quantity * quantityOf(need.of[0])
    const choices = need.choices?.map((part) => ({
      ...part,
      quantity: roundUpQuantity(part, needed),
    }))
    return { ...need, choices: choices ?? null }
  })
  return (
    <section className="completion grid gap-5 pt-8 pb-4" aria-labelledby="completion">
      <h2 id="completion" className="text-[32px]/[1.1]">
        Complete the job
      </h2>
      <MissingParts missing={missingForCart} onSelect={addWithToast} />
      <p className="secondary">
        Building several wheels? <Link to={paths.wheelBuilder}>The wheel builder</Link> counts the
        parts of all of them.
      </p>
    </section>
  )
}

interface MissingPartsProps {
  missing: FitCheck['missing']
  onSelect: (part: Proposal, need: FitCheck['missing'][number]) => Promise<unknown>
}

/** The missing parts of a fit check, each with parts to choose from. */
export function MissingParts({ missing, onSelect }: MissingPartsProps) {
  return (
    <ul className="missing">
      {missing.map((need) => (
        <li className="grid gap-2" key={`${need.interface} ${need.sizes.join()} ${need.why}`}>
          <p>{need.why}</p>
          {need.choices && need.choices.length > 0 ? (
            <ul className="proposals">
              {need.choices.map((part) => (
                <ProposedPart
                  key={part.productId}
                  part={part}
                  quantity={part.quantity}
                  label="Add"
                  onSelect={() => onSelect(part, need)}
                />
              ))}
            </ul>
          ) : (
            <p className="secondary">
              {need.choices ? 'We found no part that fits here.' : 'Add the parts above first.'}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
