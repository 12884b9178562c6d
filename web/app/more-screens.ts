/** Screens that customers open less often. Their list is not part of the first load. */
export const moreScreens = {
  profileUpdate: () => import('../features/users/profile/profile-update-page.tsx'),
  account: () => import('../features/account/account-page.tsx'),
  addReview: () => import('../features/reviews/add-review-page.tsx'),
  orderPad: () => import('../features/order-pad/order-pad-page.tsx'),
  savedLists: () => import('../features/saved-lists/saved-lists-page.tsx'),
  savedList: () => import('../features/saved-lists/saved-list-page.tsx'),
  ownNumbers: () => import('../features/order-pad/own-numbers/own-numbers-page.tsx'),
}
