import { z } from 'zod'
import { defineCalls } from '../call.ts'
import { copiedLines } from '../cart/cart-schemas.ts'
import { byId, deleted } from '../schema-fields.ts'
import * as fits from './fit-schemas.ts'
import * as jobs from './job-schemas.ts'
import * as profiles from './profile-schemas.ts'

export const fitmentCalls = {
  ...defineCalls('public', 'fitment', {
    checkFit: {
      route: 'POST /api/fit-checks',
      summary:
        'Checks which parts of a set fit or conflict, and which parts are missing. A job or a profile requires an access token of its owner.',
      body: fits.fitCheckQuery,
      response: fits.fitCheck,
      refusals: [
        ...(['job_missing', 'profile_missing', 'too_many_requests'] as const),
        ...(['token_missing', 'token_invalid', 'user_banned'] as const),
      ],
    },
    planWheel: {
      route: 'POST /api/wheel-plans',
      summary:
        'Computes the spoke lengths of a wheel, and lists the parts for a number of wheels. Stores nothing.',
      body: fits.wheelQuery,
      response: fits.wheelPlan,
      refusals: ['part_missing', 'too_many_requests'],
    },
    listWheelParts: {
      route: 'GET /api/wheel-parts',
      summary: 'Lists the first hubs and rims with known dimensions, and recommended wheels.',
      response: fits.wheelParts,
    },
    findWheelParts: {
      route: 'GET /api/wheel-parts/search',
      summary:
        'Finds hubs or rims with known dimensions by their texts or their ID, the best matches first, at most 50.',
      querystring: fits.wheelPartsSearch,
      response: z.array(fits.wheelPart),
    },
    listInterfaces: {
      route: 'GET /api/interfaces',
      summary: 'Lists the interfaces of parts with their sizes.',
      response: z.array(profiles.fitInterface),
    },
  }),
  ...defineCalls('user', 'fitment', {
    listJobs: {
      route: 'GET /api/jobs',
      summary:
        'Lists the caller’s jobs with their current totals and fit, last changed first, at most 20.',
      response: z.array(jobs.listedBuildJob),
    },
    readJob: {
      route: 'GET /api/jobs/:id',
      summary:
        'Returns one of the caller’s jobs with the quantities to order, and how much of them is not needed.',
      params: byId,
      response: jobs.buildJob,
      refusals: ['job_missing'],
    },
    addJob: {
      route: 'POST /api/jobs',
      summary: 'Saves a job: the parts of one unit, and the number of units.',
      body: jobs.newBuildJob,
      response: jobs.buildJobEntry,
      status: 201,
      refusals: ['part_missing', 'job_missing', 'jobs_full', 'key_reused'],
    },
    changeJob: {
      route: 'PATCH /api/jobs/:id',
      summary: 'Changes a job. `lines` replaces all lines.',
      params: byId,
      body: jobs.buildJobChange,
      response: jobs.buildJob,
      refusals: ['job_missing', 'part_missing', 'job_changed'],
    },
    deleteJob: {
      route: 'DELETE /api/jobs/:id',
      summary: 'Deletes one of the caller’s jobs.',
      params: byId,
      response: deleted,
      refusals: ['job_missing'],
    },
    addJobToCart: {
      route: 'POST /api/jobs/:id/cart',
      summary: 'Adds the parts of a job to the cart. Rounds the quantities up to valid ones.',
      params: byId,
      response: copiedLines,
      refusals: ['job_missing', 'cart_full', 'key_reused'],
    },
    listProfiles: {
      route: 'GET /api/bike-profiles',
      summary: 'Lists the caller’s bike profiles by name, at most 200.',
      response: z.array(profiles.bikeProfile),
    },
    addProfile: {
      route: 'POST /api/bike-profiles',
      summary: 'Saves a bike profile: what the bike has, and what its parts need.',
      body: profiles.newProfile,
      response: profiles.bikeProfile,
      status: 201,
      refusals: ['profile_missing', 'profiles_full', 'key_reused'],
    },
    changeProfile: {
      route: 'PUT /api/bike-profiles/:id',
      summary: 'Replaces the name and the entries of a bike profile.',
      params: byId,
      body: profiles.profileChange,
      response: profiles.bikeProfile,
      refusals: ['profile_missing', 'profile_changed'],
    },
    deleteProfile: {
      route: 'DELETE /api/bike-profiles/:id',
      summary: 'Deletes one of the caller’s bike profiles.',
      params: byId,
      response: deleted,
      refusals: ['profile_missing'],
    },
  }),
}
