import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sentUrl } from '../../../src/kernel/address.ts'
import { handlers } from '../../../src/modules/index.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { openPanel } from '../../panel.ts'

// Ad blockers block files and calls of a site's own server by their names, as the lists EasyList and EasyPrivacy say.

/** Words that a name must not contain, because rules of these lists contain them, such as `/assets/analytics-`. */
const words =
  /^(ads?|adverts?|advertising|analytics?|banners?|beacons?|counter|fingerprint|ga|gtag|gtm|impressions?|metrics?|pixels?|sentry|stats?|statistics|telemetry|track|trackers?|tracking|visitors?)$/

/** Splits `AnalyticsForm` and `analytics-form` into words. The hash of a built file is none. */
const wordsOf = (url: string) =>
  url
    .replace(/-[\w-]{8}(?=\.\w+(\.(br|gz))?$)/, '')
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

const isBlocked = (url: string) => wordsOf(url).some((word) => words.test(word))

const client = path.join(import.meta.dirname, '..', '..', '..', 'dist', 'client')

/** Asked only to load Google's tag, which the lists block too. */
const tagPath = '/api/google-analytics/active'

test('the check of names knows what ad blockers block', () => {
  const blocked = [
    '/assets/analytics-CwurDUo8.js',
    '/assets/AnalyticsForm-DE0P9ihz.js',
    '/assets/tracking-x.js',
  ]
  expect([...blocked, '/api/admin/google-analytics-configurations'].filter((url) => !isBlocked(url))).toEqual(
    [],
  )
  expect(
    ['/assets/Address-aD-ad-ad.js', '/assets/Status-BjIAhOLw.js', '/api/taps'].filter(isBlocked),
  ).toEqual([])
})

test('no file of the build and no call of a browser has a name that lists of ad blockers block', () => {
  const files = globSync('**/*.*', { cwd: client })
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter(isBlocked)).toEqual([])
  const urls = handlers.flatMap(({ message }) =>
    'http' in message ? [message.http.replace(/^\w+ /, '')] : [],
  )
  expect(urls).toContain(tagPath)
  expect(urls.filter((url) => url !== tagPath && isBlocked(sentUrl(url)))).toEqual([])
})

const { app, browser } = await openAppInBrowser()

test('with an ad blocker the section Google Analytics opens, and a configuration is stored', async () => {
  const page = await openPanel(app, browser)
  await page.route(
    (url) => isBlocked(url.pathname) && !url.pathname.startsWith('/admin/'),
    (route) => route.abort('blockedbyclient'),
  )
  await page.goto('/admin/google-analytics/')
  await page.getByRole('heading', { name: 'Google Analytics', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Nuova configurazione' }).click()
  await page.getByLabel('ID Misurazione').fill('G-ABCDEFGH12')
  await page.getByRole('button', { name: 'Salva Configurazione' }).click()
  await page.getByRole('row').filter({ hasText: 'G-ABCDEFGH12' }).waitFor()
  expect(browser.problems()).toEqual([])
})
