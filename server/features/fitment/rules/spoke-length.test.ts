import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  computeDeviation,
  computeMaxCrosses,
  computeSpokeLength,
  isLaceable,
  readHub,
  readRim,
  readSpokeLength,
} from './spoke-length.ts'

interface WheelBuild {
  name: string
  hub: string
  rim: string
  spoke_left: string
  spoke_right: string
  crosses: number
  calculated_left_mm: number
  calculated_right_mm: number
}

const readJson = async (name: string) =>
  JSON.parse(
    await readFile(new URL(`../../../../dev/sample-data/catalog/${name}`, import.meta.url), 'utf8'),
  )
const builds: WheelBuild[] = await readJson('wheel-builds.json')
const parts: { sku: string; attributes: Record<string, unknown> }[] = await readJson('parts.json')
const attributesOf = (sku: string) => parts.find((part) => part.sku === sku)?.attributes ?? {}

test('computes the spoke lengths of ten wheels of the catalog to a tenth of a millimetre', () => {
  expect(builds).toHaveLength(10)
  for (const build of builds) {
    const hub = readHub(attributesOf(build.hub))
    const rim = readRim(attributesOf(build.rim))
    if (!hub || !rim) throw new Error(`Dimensions are missing: ${build.name}`)
    for (const side of ['left', 'right'] as const) {
      const length = computeSpokeLength(hub, side, rim, build.crosses)
      expect(Math.abs(length - build[`calculated_${side}_mm`]), build.name).toBeLessThan(0.1)
      const spoke = attributesOf(build[`spoke_${side}`]).spoke_length_mm as number
      expect(isLaceable(spoke, length), build.name).toBe(true)
    }
  }
})

test('accepts spokes from 2 mm below to 1 mm above the computed length', () => {
  expect([289.9, 290, 291, 293, 293.1].map((length) => isLaceable(length, 292))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
})

test('prefers a spoke that is 1 mm too short over one that is 1 mm too long', () => {
  expect([291, 292, 293].map((length) => computeDeviation(length, 292))).toEqual([0.5, 0, 1])
})

test('limits the number of crosses to an eighth of the spokes', () => {
  expect([20, 24, 28, 32, 36].map(computeMaxCrosses)).toEqual([2, 3, 3, 4, 4])
})

test('reads no dimensions from missing and invalid attributes', () => {
  expect(readHub({ spoke_holes: 32, flange_hole_mm: 2.6, flange_pcd_left_mm: 45 })).toBeUndefined()
  expect(readRim({ spoke_holes: 32, erd_mm: 'wide' })).toBeUndefined()
  expect(readSpokeLength({ spoke_length_mm: 0 })).toBeUndefined()
})
