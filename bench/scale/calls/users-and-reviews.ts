import { signIn } from '../../accounts.ts'
import { pickNth, type Scenario } from './scenario.ts'

const ownProfile: Scenario = ({ customers }, n) => {
  const caller = pickNth(customers, n)
  return { params: { email: caller.email }, caller }
}

const newUser: Scenario = async (fixture) => ({
  params: { email: (await fixture.createCustomer()).email },
})

const review: Scenario = ({ reviews }, n) => ({ params: { id: pickNth(reviews, n) } })

const WORDS = ['chain', 'hub', 'tyre 622', 'disc pad', 'velo', 'freewheel', 'spoke 292', 'bracket']

export const userAndReviewCalls = {
  listReviews: ({ reviews }, n) => ({ query: { size: '20', after: pickNth(reviews, n) } }),
  readShopRating: () => ({}),
  addReview: async (fixture) => ({
    body: { comment: 'Well packed, and in good time.', ratting: 5 },
    caller: await fixture.createCustomer(),
  }),
  putUser: (fixture, n) => ({
    ...ownProfile(fixture, n),
    body: { address: `Speicherstadt ${n}, 20457 Hamburg` },
  }),
  readUser: ownProfile,
  readAdminFlag: ownProfile,
  makeAdmin: newUser,
  async removeAdmin(fixture) {
    const { id, email } = await fixture.createCustomer()
    await fixture.pool.query(`update users set role = 'admin' where id = $1`, [id])
    return { params: { email } }
  },
  listUsers: ({ customers }, n) => ({ query: { size: '20', after: pickNth(customers, n).id } }),
  readAccount: ({ customers }, n) => ({ caller: pickNth(customers, n) }),
  downloadAccount: ({ customers }, n) => ({ caller: pickNth(customers, n) }),
  deleteAccount: async (fixture) => ({ caller: await fixture.createCustomer() }),
  listSessions: ({ customers }, n) => ({ caller: pickNth(customers, n) }),
  async endSession(fixture) {
    const caller = await fixture.createCustomer()
    const [other] = await signIn(fixture.pool, [caller])
    return { params: { id: other?.sessionId as string }, caller }
  },
  async endOtherSessions(fixture) {
    const caller = await fixture.createCustomer()
    await signIn(fixture.pool, [caller])
    return { caller }
  },
  banUser: async (fixture) => ({
    params: { email: (await fixture.createCustomer()).email },
    body: { reason: 'Never pays' },
  }),
  async unbanUser(fixture) {
    const { email } = await fixture.createCustomer()
    await fixture.callBy(fixture.admin)('PUT', `/api/users/${email}/ban`, { reason: 'Never pays' })
    return { params: { email } }
  },
  trustUser: async (fixture) => ({ params: { email: (await fixture.createCustomer()).email } }),
  distrustUser: async (fixture) => ({ params: { email: (await fixture.createCustomer()).email } }),
  releaseReservations: async (fixture) => ({
    params: { email: (await fixture.createCustomer()).email },
  }),
  listRoleChanges: () => ({}),
  readPerson: ({ customers }, n) => ({ params: { who: pickNth(customers, n).email } }),
  hideReview: (fixture, n) => ({ ...review(fixture, n), body: { reason: 'Of another shop' } }),
  async showReview(fixture, n) {
    const id = pickNth(fixture.reviews, n)
    const hide = { reason: 'Of another shop' }
    await fixture.callBy(fixture.admin)('PUT', `/api/reviews/${id}/hidden`, hide)
    return { params: { id } }
  },
  async releaseReview(fixture, n) {
    const id = pickNth(fixture.reviews, n)
    await fixture.pool.query(
      `update reviews set held_at = now(), hidden_at = null, hidden_by = null, hide_reason = null
        where id = $1`,
      [id],
    )
    return { params: { id } }
  },
  answerReview: (fixture, n) => ({
    ...review(fixture, n),
    body: { answer: `Thank you, ${n} times.` },
  }),
  async withdrawAnswer(fixture, n) {
    const id = pickNth(fixture.reviews, n)
    await fixture.callBy(fixture.admin)('PUT', `/api/reviews/${id}/answer`, {
      answer: 'Thank you.',
    })
    return { params: { id } }
  },
  listAllReviews: ({ reviews }, n) => ({ query: { size: '20', after: pickNth(reviews, n) } }),
  searchPalette: (fixture, n) => ({ query: { search: pickNth(WORDS, n) }, caller: fixture.admin }),
} satisfies Record<string, Scenario>
