import type { Locator } from '@playwright/test'
import { expectRed, expectRedUnder } from '../support/accessibility.ts'
import { expect, logIn, test } from '../support/shop.ts'

test.use({ expectedErrors: [/status of 401/] })

test('one form switches between Login and Sign Up, keeps the input and shows errors in red', async ({
  page,
}) => {
  await page.goto('/login')
  const main = page.getByRole('main')
  const form = main.locator('form')
  const [login, signUpButton] = ['Login', 'Sign Up'].map((name) =>
    form.getByRole('button', { name }),
  ) as [Locator, Locator]
  const toggle = main.getByRole('group')

  await test.step('the login form', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
    await expect(form.getByLabel('Name')).toHaveCount(0)
    await login.click()
    await expectRedUnder(form.getByText('Email required'), form.getByLabel('Email'))
    await expectRedUnder(form.getByText('Password required'), form.getByLabel('Password'))
    await expect(form.getByLabel('Email')).toHaveAttribute('type', 'email')
    await form.getByLabel('Email').fill('nobody')
    await form.getByLabel('Password').fill('12345')
    await login.click()
    await expect(form.getByText('Provide a valid email')).toBeVisible()
    await expect(form.getByText('Minimum 6 character or longer')).toBeVisible()
  })

  await test.step('the sign-up form keeps the typed values', async () => {
    await toggle.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign Up')
    await expect(form.getByLabel('Email')).toHaveValue('nobody')
    await expect(form.getByLabel('Password')).toHaveValue('12345')
    await form.getByLabel('Email').fill('')
    await form.getByLabel('Password').fill('')
    await signUpButton.click()
    await expectRedUnder(form.getByText('User Name required'), form.getByLabel('Name'))
    await expect(form.getByText('Email required')).toBeVisible()
    await expect(form.getByText('Password required')).toBeVisible()
    await toggle.getByRole('button', { name: 'Login' }).click()
  })

  await test.step('a refused login shows a red box', async () => {
    await logIn(page, { email: 'customer@freehub.test', password: 'not the one' })
    const box = main.getByRole('alert')
    await expect(box).toHaveText('The email or the password is wrong.')
    await expectRed(box)
    const edge = await box.evaluate((element) => {
      const { borderLeftColor, borderLeftWidth, color } = getComputedStyle(element)
      return { width: borderLeftWidth, red: borderLeftColor === color }
    })
    expect(edge).toEqual({ width: '4px', red: true })
  })

  await test.step('one click fills in a sandbox account', async () => {
    await page.getByRole('button', { name: /customer@freehub\.test/ }).click()
    await login.click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  })
})
