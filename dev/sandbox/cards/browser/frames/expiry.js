/** `1230`, `12/30`, `12 / 2030` → `12 / 30`. A first digit above 1 is a complete month. */
export function formatExpiry(text) {
  const [first = '', second = ''] = text.split('/').map((part) => part.replace(/\D/g, ''))
  let digits = text.includes('/') && first.length === 1 ? `0${first}${second}` : first + second
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  if (/^1[3-9]/.test(digits)) digits = `0${digits}`
  const month = digits.slice(0, 2)
  const year = digits.slice(2)
  if (month.length < 2) return month
  return `${month} / ${year.length === 4 ? year.slice(2) : year.slice(0, 2)}`
}

export function expiryParts(formatted) {
  const [month = '', year = ''] = formatted.split(' / ')
  return { month, year }
}

export function expiryProblem(formatted, now = new Date()) {
  const { month, year } = expiryParts(formatted)
  if (month.length < 2 || year.length < 2) {
    return { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." }
  }
  if (Number(month) < 1) {
    return { code: 'invalid_expiry_month', message: "Your card's expiration date is invalid." }
  }
  const thisYear = now.getFullYear() % 100
  if (Number(year) < thisYear) {
    const message = "Your card's expiration year is in the past."
    return { code: 'invalid_expiry_year_past', message }
  }
  if (Number(year) === thisYear && Number(month) < now.getMonth() + 1) {
    const message = "Your card's expiration date is in the past."
    return { code: 'invalid_expiry_month_past', message }
  }
  return null
}
