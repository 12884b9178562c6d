import type { WheelQuery } from '@freehub/contract/fitment/fitment'
import { drawPart } from '@freehub/drawings/draw'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { readPartsWithFits } from '../read-parts-with-fits.ts'
import { computeMaxCrosses, readHub, readRim } from '../rules/spoke-length.ts'

type DrawnWheel = Pick<WheelQuery, 'hub' | 'rim' | 'crosses'>
type DrawingFile = DrawnWheel & { level: 'card' | 'sheet' }

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const WHEEL_FILE = new RegExp(`^(${ID})_(${ID})_(\\d)(-card)?\\.svg$`)

export function toDrawingPath({ hub, rim, crosses }: DrawnWheel): string {
  return `/drawings/wheels/${hub}_${rim}_${crosses}.svg`
}

/** Parses the file name of a drawing. Undefined for other names. The suffix `-card` asks for a small drawing. */
export function parseDrawingFile(file: string): DrawingFile | undefined {
  const [, hub, rim, crosses, suffix] = WHEEL_FILE.exec(file) ?? []
  const level = suffix ? 'card' : 'sheet'
  return hub && rim ? { hub, rim, crosses: Number(crosses), level } : undefined
}

/** Draws a wheel to scale. Undefined if a dimension of its hub or rim is not known, or if it has too many crosses. */
export async function drawWheel(db: Db, wheel: DrawingFile): Promise<string | undefined> {
  const members = await readPartsWithFits(db, [wheel.hub, wheel.rim])
  const hub = readHub(members.find(({ id }) => id === wheel.hub)?.attributes ?? {})
  const rim = readRim(members.find(({ id }) => id === wheel.rim)?.attributes ?? {})
  if (!hub || !rim?.beadSeat || wheel.crosses > computeMaxCrosses(hub.spokeHoles)) return undefined
  const parameters = {
    bead_seat_mm: rim.beadSeat,
    erd_mm: rim.erd,
    spokes: hub.spokeHoles,
    crosses: wheel.crosses,
    flange_pcd_left_mm: hub.left.circle,
    flange_pcd_right_mm: hub.right.circle,
  }
  const label = `Drawing: wheel with ${hub.spokeHoles} spokes, ${wheel.crosses}-cross`
  return drawPart({ figure: 'wheel', parameters, id: 'wheel', label }, wheel.level)
}
