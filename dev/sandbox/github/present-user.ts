import { type GithubAccount, idOf } from './accounts.ts'

const CREATED_AT = '2015-03-02T09:00:00Z'

/** Returns the body of `GET /user`. Its URLs point to this stand-in, under `base`. */
export function presentUser(account: GithubAccount, base: string) {
  const { login, name, publicEmail } = account
  const id = idOf(account)
  return {
    login,
    id,
    node_id: Buffer.from(`04:User${id}`).toString('base64'),
    avatar_url: `${base}/avatars/${login}.svg`,
    gravatar_id: '',
    url: `${base}/api/users/${login}`,
    html_url: `${base}/${login}`,
    type: 'User',
    user_view_type: 'public',
    site_admin: false,
    name,
    company: null,
    blog: '',
    location: null,
    email: publicEmail,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
  }
}
