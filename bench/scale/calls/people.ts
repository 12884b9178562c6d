import { signIn } from '../../accounts.ts'
import { nth, type Scenario } from './scenario.ts'

const oneself: Scenario = ({ customers }, n) => {
  const by = nth(customers, n)
  return { params: { email: by.email }, by }
}

const newcomer: Scenario = async (world) => ({ params: { email: (await world.newcomer()).email } })

const review: Scenario = ({ reviews }, n) => ({ params: { id: nth(reviews, n) } })

const WORDS = ['chain', 'hub', 'tyre 622', 'disc pad', 'velo', 'freewheel', 'spoke 292', 'bracket']

export const peopleCalls = {
  listReviews: ({ reviews }, n) => ({ query: { size: '20', after: nth(reviews, n) } }),
  readShopRating: () => ({}),
  addReview: async (world) => ({
    body: { comment: 'Well packed, and in good time.', ratting: 5 },
    by: await world.newcomer(),
  }),
  putUser: (world, n) => ({
    ...oneself(world, n),
    body: { address: `Speicherstadt ${n}, 20457 Hamburg` },
  }),
  readUser: oneself,
  readAdminFlag: oneself,
  makeAdmin: newcomer,
  async removeAdmin(world) {
    const { id, email } = await world.newcomer()
    await world.pool.query(`update users set role = 'admin' where id = $1`, [id])
    return { params: { email } }
  },
  listUsers: ({ customers }, n) => ({ query: { size: '20', after: nth(customers, n).id } }),
  readAccount: ({ customers }, n) => ({ by: nth(customers, n) }),
  downloadAccount: ({ customers }, n) => ({ by: nth(customers, n) }),
  deleteAccount: async (world) => ({ by: await world.newcomer() }),
  listSessions: ({ customers }, n) => ({ by: nth(customers, n) }),
  async endSession(world) {
    const by = await world.newcomer()
    const [other] = await signIn(world.pool, [by])
    return { params: { id: other?.sessionId as string }, by }
  },
  async endOtherSessions(world) {
    const by = await world.newcomer()
    await signIn(world.pool, [by])
    return { by }
  },
  banUser: async (world) => ({
    params: { email: (await world.newcomer()).email },
    body: { reason: 'Never pays' },
  }),
  async unbanUser(world) {
    const { email } = await world.newcomer()
    await world.callBy(world.admin)('PUT', `/api/users/${email}/ban`, { reason: 'Never pays' })
    return { params: { email } }
  },
  trustUser: async (world) => ({ params: { email: (await world.newcomer()).email } }),
  distrustUser: async (world) => ({ params: { email: (await world.newcomer()).email } }),
  releaseReservations: async (world) => ({ params: { email: (await world.newcomer()).email } }),
  listRoleChanges: () => ({}),
  readPerson: ({ customers }, n) => ({ params: { who: nth(customers, n).email } }),
  hideReview: (world, n) => ({ ...review(world, n), body: { reason: 'Of another shop' } }),
  async showReview(world, n) {
    const id = nth(world.reviews, n)
    const hide = { reason: 'Of another shop' }
    await world.callBy(world.admin)('PUT', `/api/reviews/${id}/hidden`, hide)
    return { params: { id } }
  },
  async releaseReview(world, n) {
    const id = nth(world.reviews, n)
    await world.pool.query(
      `update reviews set held_at = now(), hidden_at = null, hidden_by = null, hide_reason = null
        where id = $1`,
      [id],
    )
    return { params: { id } }
  },
  answerReview: (world, n) => ({ ...review(world, n), body: { answer: `Thank you, ${n} times.` } }),
  async withdrawAnswer(world, n) {
    const id = nth(world.reviews, n)
    await world.callBy(world.admin)('PUT', `/api/reviews/${id}/answer`, { answer: 'Thank you.' })
    return { params: { id } }
  },
  listAllReviews: ({ reviews }, n) => ({ query: { size: '20', after: nth(reviews, n) } }),
  findAnything: (world, n) => ({ query: { search: nth(WORDS, n) }, by: world.admin }),
} satisfies Record<string, Scenario>
