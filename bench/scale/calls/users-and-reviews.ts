import { signIn } from '../../users.ts'
import { pickNth, type Scenario } from './scenario.ts'

const ownProfile: Scenario = ({ customers }, n) => {
  const caller = pickNth(customers, n)
  return { params: { email: caller.email }, caller }
}

const newUser: Scenario = async (data) => ({
  params: { email: (await data.createCustomer()).email },
})

const review: Scenario = ({ reviews }, n) => ({ params: { id: pickNth(reviews, n) } })

const WORDS = ['chain', 'hub', 'tyre 622', 'disc pad', 'velo', 'freewheel', 'spoke 292', 'bracket']

export const userAndReviewCalls = {
  listReviews: ({ reviews }, n) => ({ query: { size: '20', after: pickNth(reviews, n) } }),
  readShopRating: () => ({}),
  addReview: async (data) => ({
    body: { comment: 'Well packed, and in good time.', ratting: 5 },
    caller: await data.createCustomer(),
  }),
  putUser: (data, n) => ({
    ...ownProfile(data, n),
    body: { address: `Speicherstadt ${n}, 20457 Hamburg` },
  }),
  readUser: ownProfile,
  readAdminFlag: ownProfile,
  makeAdmin: newUser,
  async removeAdmin(data) {
    const { id, email } = await data.createCustomer()
    await data.pool.query(`update users set role = 'admin' where id = $1`, [id])
    return { params: { email } }
  },
  listUsers: ({ customers }, n) => ({ query: { size: '20', after: pickNth(customers, n).id } }),
  readAccount: ({ customers }, n) => ({ caller: pickNth(customers, n) }),
  downloadAccount: ({ customers }, n) => ({ caller: pickNth(customers, n) }),
  deleteAccount: async (data) => ({ caller: await data.createCustomer() }),
  listSessions: ({ customers }, n) => ({ caller: pickNth(customers, n) }),
  async endSession(data) {
    const caller = await data.createCustomer()
    const [other] = await signIn(data.pool, [caller])
    return { params: { id: other?.sessionId as string }, caller }
  },
  async endOtherSessions(data) {
    const caller = await data.createCustomer()
    await signIn(data.pool, [caller])
    return { caller }
  },
  banUser: async (data) => ({
    params: { email: (await data.createCustomer()).email },
    body: { reason: 'Never pays' },
  }),
  async unbanUser(data) {
    const { email } = await data.createCustomer()
    await data.callBy(data.admin)('PUT', `/api/users/${email}/ban`, { reason: 'Never pays' })
    return { params: { email } }
  },
  trustUser: async (data) => ({ params: { email: (await data.createCustomer()).email } }),
  distrustUser: async (data) => ({ params: { email: (await data.createCustomer()).email } }),
  releaseReservations: async (data) => ({
    params: { email: (await data.createCustomer()).email },
  }),
  listRoleChanges: () => ({}),
  readPerson: ({ customers }, n) => ({ params: { who: pickNth(customers, n).email } }),
  hideReview: (data, n) => ({ ...review(data, n), body: { reason: 'Of another shop' } }),
  async showReview(data, n) {
    const id = pickNth(data.reviews, n)
    const hide = { reason: 'Of another shop' }
    await data.callBy(data.admin)('PUT', `/api/reviews/${id}/hidden`, hide)
    return { params: { id } }
  },
  async releaseReview(data, n) {
    const id = pickNth(data.reviews, n)
    await data.pool.query(
      `update reviews set held_at = now(), hidden_at = null, hidden_by = null, hide_reason = null
        where id = $1`,
      [id],
    )
    return { params: { id } }
  },
  answerReview: (data, n) => ({
    ...review(data, n),
    body: { answer: `Thank you, ${n} times.` },
  }),
  async withdrawAnswer(data, n) {
    const id = pickNth(data.reviews, n)
    await data.callBy(data.admin)('PUT', `/api/reviews/${id}/answer`, {
      answer: 'Thank you.',
    })
    return { params: { id } }
  },
  listAllReviews: ({ reviews }, n) => ({ query: { size: '20', after: pickNth(reviews, n) } }),
  searchPalette: (data, n) => ({ query: { search: pickNth(WORDS, n) }, caller: data.admin }),
} satisfies Record<string, Scenario>
