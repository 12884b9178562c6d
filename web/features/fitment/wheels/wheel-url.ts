import type { WheelQuery } from '@freehub/contract/fitment/fitment'
import { BUILD_UNITS_MAXIMUM, CROSSES_MAXIMUM } from '@freehub/contract/limits'
import { readId } from '@freehub/contract/read-id'

const DEFAULTS = { crosses: 3, wheels: 10 }

/** The choices of the wheel builder, as in the URL. */
export type WheelChoices = Omit<WheelQuery, 'hub' | 'rim'> & { hub: string; rim: string }

/** Reads the choices from the URL. Replaces missing or invalid values with the defaults. */
export function readWheelChoices(params: URLSearchParams): WheelChoices {
  return {
    hub: readId(params.get('hub')) ?? '',
    rim: readId(params.get('rim')) ?? '',
    crosses: readNumber(params.get('crosses'), 0, CROSSES_MAXIMUM) ?? DEFAULTS.crosses,
    wheels: readNumber(params.get('wheels'), 1, BUILD_UNITS_MAXIMUM) ?? DEFAULTS.wheels,
  }
}

/** Parses a whole number within these limits. Undefined for other text. */
function readNumber(text: string | null, min: number, max: number): number | undefined {
  const value = /^\d{1,5}$/.test(text ?? '') ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : undefined
}

/** Returns the choices as parameters of the URL. Leaves out empty choices. */
export function writeWheelChoices(choices: WheelChoices): URLSearchParams {
  return new URLSearchParams(
    Object.entries(choices)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, String(value)]),
  )
}
