import type { z } from 'zod'
import type * as fits from './fit-schemas.ts'
import type * as jobs from './job-schemas.ts'
import type * as profiles from './profile-schemas.ts'

export type ProposedPart = z.infer<typeof fits.proposedPart>
export type FitCheckQuery = z.infer<typeof fits.fitCheckQuery>
export type FitCheck = z.infer<typeof fits.fitCheck>
export type WheelQuery = z.infer<typeof fits.wheelQuery>
export type WheelPlan = z.infer<typeof fits.wheelPlan>
export type WheelPart = z.infer<typeof fits.wheelPart>
export type WheelPartsSearch = z.infer<typeof fits.wheelPartsSearch>
export type WheelParts = z.infer<typeof fits.wheelParts>
export type NewBuildJob = z.infer<typeof jobs.newBuildJob>
export type BuildJobChange = z.infer<typeof jobs.buildJobChange>
export type BuildJobEntry = z.infer<typeof jobs.buildJobEntry>
export type ListedBuildJob = z.infer<typeof jobs.listedBuildJob>
export type BuildJob = z.infer<typeof jobs.buildJob>
export type NewProfile = z.infer<typeof profiles.newProfile>
export type ProfileChange = z.infer<typeof profiles.profileChange>
export type BikeProfile = z.infer<typeof profiles.bikeProfile>
export type FitInterface = z.infer<typeof profiles.fitInterface>
