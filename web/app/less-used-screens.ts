/** Screens that customers open less often. This list has its own chunk, so that the first load stays small. */
export const lessUsedScreens = {
  myProfile: () => import('../features/users/profile/my-profile-page.tsx'),
  overview: () => import('../features/overview/overview-page.tsx'),
  profileUpdate: () => import('../features/users/profile/profile-update-page.tsx'),
  account: () => import('../features/account/account-page.tsx'),
  addReview: () => import('../features/reviews/add-review-page.tsx'),
  orderPad: () => import('../features/order-pad/order-pad-page.tsx'),
  savedLists: () => import('../features/saved-lists/saved-lists-page.tsx'),
  savedList: () => import('./saved-list-page.tsx'),
  bikes: () => import('../features/fitment/bikes/bikes-page.tsx'),
  jobs: () => import('../features/fitment/jobs/jobs-page.tsx'),
  job: () => import('../features/fitment/jobs/job-page.tsx'),
  wheelBuilder: () => import('../features/fitment/wheels/wheel-builder-page.tsx'),
  ownNumbers: () => import('../features/order-pad/own-numbers/own-numbers-page.tsx'),
}
