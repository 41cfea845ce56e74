import { expect, test } from 'vitest'
import { catalog } from '../../src/modules/catalog/book/catalog.queries.ts'
import { eventually, startApp } from '../app.ts'
import { axeProblems, hydrate, openBrowser } from '../browser.ts'

const slug = 'aeroporto-brindisi-gallipoli'
const path = `/tratte/transfer-${slug}/`
const long = [
  '# Come arrivare',
  'Lungo la **statale 613**, poi [Lecce](https://www.salento.example/tratte/transfer-aeroporto-brindisi-lecce/).',
  '### Quando partire\n\n- la mattina presto\n- dopo le 21',
  '| Ora | Minuti |\n|---|---|\n| 8 | 70 |',
  '<script>alert(1)</script> <img src=x onerror=alert(2)> [qui](javascript:alert(3))',
].join('\n\n')
const tourist =
  '## Il centro\n\n1. Il castello\n2. La Puritate\n\n| Spiaggia | Km |\n|---|---|\n| Baia Verde | 4 |'

test('the two texts of a route are Markdown: sanitised, below their own headings, with one h1 and no level skipped', async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  await app.sql`update route_prices set long_description = ${long}, tourist_info = ${tourist} where slug = ${slug}`
  await eventually(async () => expect((await app.get(path)).text).toContain('Come arrivare'))
  const page = await browser.page({ baseURL: app.origin, viewport: { width: 320, height: 800 } })
  await page.goto(path)
  const levels = await page
    .locator('main :is(h1, h2, h3, h4, h5, h6)')
    .evaluateAll((all) => all.map((one) => Number(one.tagName.slice(1))))
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  for (const [index, level] of levels.entries())
    expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1)
  await page.getByRole('heading', { level: 3, name: 'Come arrivare' }).waitFor()
  await page.getByRole('heading', { level: 4, name: 'Quando partire' }).waitFor()
  await page.getByRole('heading', { level: 3, name: 'Il centro' }).waitFor()
  const text = page.locator('.prose').first()
  await expect.poll(() => text.locator('strong').textContent()).toBe('statale 613')
  await expect
    .poll(() => text.getByRole('link', { name: 'Lecce' }).getAttribute('href'))
    .toBe('/tratte/transfer-aeroporto-brindisi-lecce/')
  await expect.poll(() => text.locator('li').count()).toBe(2)
  await expect.poll(() => text.locator('script, img, [onerror], [href^="java"]').count()).toBe(0)
  await expect.poll(() => page.locator('.prose').last().locator('ol li').count()).toBe(2)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0)
  await hydrate(page)
  await expect.poll(() => page.getByRole('heading', { level: 3, name: 'Come arrivare' }).count()).toBe(1)
  expect(await axeProblems(page)).toEqual([])
  expect(browser.problems()).toEqual([])
  // The API returns Markdown; a result card shows plain text.
  expect((await app.get(`/api/transfer-routes/${slug}`)).body.longDescription).toBe(long)
  const [found] = (await app.get('/api/routes/search?departure=Aeroporto+Brindisi&destination=Gallipoli'))
    .body
  expect(found.description).toMatch(/^Come arrivare Lungo la statale 613, poi Lecce\./)
})

test('a process keeps no long text of a route in memory, and a result shows the beginning of the text without a cut link', async () => {
  await using app = await startApp({ data: 'demo' })
  const end = 'Ultima parola.'
  const text = `${'Mare '.repeat(25)}[costa](/prezzi/) ${'blu '.repeat(62)}[Lecce](/tratte/) ${end}`
  await app.sql`update route_prices set long_description = ${text}, tourist_info = ${text} where slug = ${slug}`
  const asked = '/api/routes/search?departure=Aeroporto+Brindisi&destination=Gallipoli'
  const first = await eventually(async () => {
    const [found] = (await app.get(asked)).body
    expect(found.description).toMatch(/^Mare/)
    return found.description
  })
  expect(first).toBe(`${'Mare '.repeat(25)}costa${' blu'.repeat(12)}…`)
  await eventually(async () => expect((await app.get(path)).text).toContain(end))
  expect((await app.get(`/api/transfer-routes/${slug}`)).body).toMatchObject({
    longDescription: text,
    touristInfo: text,
  })
  const { routes } = await catalog(app.runtime.db.read)
  expect(JSON.stringify(routes.find((route) => route.slug === slug))).not.toContain(end)
})
