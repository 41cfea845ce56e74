import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { romanDay } from '../../../src/kernel/romanDay.ts'
import { languageWith } from '../../../src/languages/catalogs.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems, hydrate, tabTo } from '../../browser.ts'
import { isItalian } from '../../italianSentences.ts'
import { long } from '../../length.ts'
import { configureMail, configureOffice, openMailbox } from '../../mailbox.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

const readers = [
  { language: 'de', locale: 'de-DE', name: 'Jonas Weber', phone: '+49 151 23456789' },
  { language: 'en', locale: 'en-GB', name: 'Emma Clarke', phone: '+44 7700 900123' },
  { language: 'fr', locale: 'fr-FR', name: 'Camille Laurent', phone: '+33 6 12 34 56 78' },
]
const day = romanDay(new Date(Date.now() + 20 * 86_400_000))

test.each(readers)(
  'a guest who reads $language comes from a search engine, sends a request and receives its receipt, all in that language',
  long,
  async ({ language, locale, name, phone }) => {
    await using mailbox = await openMailbox()
    await configureOffice(app)
    await configureMail(app, mailbox)
    const { t } = languageWith(language)
    const italian = await app.get('/tratte/transfer-aeroporto-brindisi-gallipoli/')
    const listed = italian.text.match(new RegExp(`hreflang="${language}" href="([^"]+)"`))?.[1] ?? ''

    const page = await browser.page({
      baseURL: app.origin,
      viewport: { width: 390, height: 844 },
      locale,
      isFirstVisit: true,
    })
    const looked = async () => {
      expect(await axeProblems(page)).toEqual([])
      const lines = (await page.locator('body').allInnerTexts()).join('\n').split('\n')
      expect(lines.filter((line) => isItalian(line))).toEqual([])
    }
    await page.goto(new URL(listed).pathname, { referer: 'https://www.google.com/' })
    const consent = page.getByRole('dialog', { name: t('consent.title') })
    await consent.waitFor()
    await looked()
    await consent.getByRole('button', { name: t('consent.necessaryCookies'), exact: true }).click()
    await hydrate(page)
    await looked()
    await page.locator('main').getByLabel(t('trip.passengers')).first().selectOption('4')
    await page.locator('main .offer').first().waitFor()
    await looked()

    // From here to the receipt the guest uses only the keyboard.
    const press = async (target: Locator, key = 'Enter') => {
      await tabTo(page, target)
      await page.keyboard.press(key)
    }
    const type = async (label: string, words: string) => {
      await tabTo(page, dialog.getByLabel(label))
      await page.keyboard.type(words)
    }
    await press(page.getByRole('button', { name: t('bar.request') }).first())
    const dialog = page.getByRole('dialog', { name: t('request.title') })
    const next = dialog.getByRole('button', { name: t('request.next') })
    // A day and a time have several parts in an order that depends on the browser, so they are filled in at once.
    for (const [label, value] of [
      [t('trip.day'), day],
      [t('request.time'), '10:30'],
    ] as const) {
      const field = dialog.getByLabel(label, { exact: true })
      await tabTo(page, field)
      await field.fill(value)
    }
    await looked()
    await press(next)
    await expect.poll(() => dialog.getByLabel(t('trip.passengers')).inputValue()).toBe('4')
    await looked()
    await press(next)
    await type(t('request.flight'), 'FR 1234')
    await looked()
    await press(next)
    await type(t('request.name'), name)
    await type(t('request.phone'), phone)
    await type(t('request.email'), 'guest@example.com')
    await press(dialog.getByRole('checkbox').last(), 'Space')
    await looked()
    await press(dialog.getByRole('button', { name: t('request.send') }))
    await page.getByText(t('request.sent')).first().waitFor()
    await looked()
    await press(page.getByRole('link', { name: t('request.follow') }).first())
    await page.getByRole('heading', { name: t('status.summary') }).waitFor()
    await looked()

    await app.drain()
    const [receipt, ...others] = mailbox.to('guest@example.com')
    expect(others).toEqual([])
    const link = receipt?.html.match(/href="([^"]*\/[\w-]{20,}\/)"/)?.[1] ?? ''
    await page.goto('about:blank')
    await page.setContent(receipt?.html ?? '')
    await looked()
    await page.goto(new URL(link).pathname)
    await page.getByRole('heading', { name: t('status.summary') }).waitFor()
    await looked()
    const [lead] = await app.sql`
      select name, language, passengers, time, email from bookings where phone like ${`%${phone.slice(-4)}`}`
    expect(lead).toEqual({ name, language, passengers: '4', time: '10:30', email: 'guest@example.com' })
    expect(browser.problems()).toEqual([])
  },
)

test('on a phone the offer of another language covers nothing that has the focus', async () => {
  const page = await browser.page({
    baseURL: app.origin,
    viewport: { width: 390, height: 844 },
    locale: 'fr-FR',
  })
  await page.goto('/en/')
  await page.locator('#lingua').waitFor()
  expect(await axeProblems(page)).toEqual([])
  const covered = new Set<string>()
  let isAtEnd = false
  while (!isAtEnd) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const one = document.activeElement
      const offer = document.querySelector('#lingua')
      if (!one || !offer || offer.contains(one)) return null
      const isCovered =
        !one.closest('header') && one.getBoundingClientRect().bottom > offer.getBoundingClientRect().top
      return { name: one.textContent ?? '', isCovered }
    })
    isAtEnd = focused === null
    if (focused?.isCovered) covered.add(focused.name)
  }
  expect([...covered]).toEqual([])
})

test(
  'a page offers the visitor’s language once, keeps the trip, and asks no more after an answer',
  long,
  async () => {
    const { t } = languageWith('de')
    const page = await browser.page({ baseURL: app.origin, locale: 'de-DE' })
    const offer = page.locator('#lingua')
    await page.goto('/tratte/transfer-aeroporto-brindisi-gallipoli/?persone=5')
    await offer.getByRole('link').click()
    await page.waitForURL(/\/de\/.*persone=5/)
    await page
      .getByRole('heading', {
        level: 1,
        name: t('route.title', { from: 'Flughafen Brindisi', to: 'Gallipoli' }),
      })
      .waitFor()
    await page.goto('/prezzi/')
    await hydrate(page)
    await expect.poll(() => offer.isVisible()).toBe(false)
    const languageSwitch = page.locator('header summary')
    const german = page.getByRole('banner').getByRole('link', { name: 'Deutsch' })
    await languageSwitch.click()
    await german.focus()
    await page.keyboard.press('Escape')
    await german.waitFor({ state: 'hidden' })
    await expect.poll(() => languageSwitch.evaluate((one) => one === document.activeElement)).toBe(true)

    const other = await browser.page({ baseURL: app.origin, locale: 'fr-FR' })
    await other.goto('/prezzi/')
    await other.locator('#lingua').getByRole('button').click()
    await other.reload()
    await hydrate(other)
    await expect.poll(() => other.locator('#lingua').isVisible()).toBe(false)
  },
)
