import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fonts } from '../../../scripts/fonts.ts'
import { eventually, startApp } from '../../app.ts'
import { loadedBy, openBrowser, quiet } from '../../browser.ts'
import { long } from '../../length.ts'
import { resultsPage, templates } from '../../templates.ts'

const pages = [...templates, resultsPage, '/richiesta/']
/** Pages with many letters that Italian lacks. */
const otherLanguages = ['/de/', '/de/blog/gallipoli-ohne-auto/', '/en/', '/fr/', '/fr/confidentialite/']

test('every page uses two small fonts, and a rarer character loads its own file', long, async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  const page = await browser.page({ viewport: { width: 390, height: 844 }, baseURL: app.origin })
  const files = loadedBy(page)
  const fonts = async () =>
    (await files()).flatMap(({ url, bytes }) => {
      const name = new URL(url).pathname.match(/([a-z-]+)-[^/]*\.woff2$/)?.[1]
      return name ? [{ name, bytes }] : []
    })
  for (const path of [...pages, ...otherLanguages]) {
    await page.goto(path)
    await quiet(page)
    await page.evaluate(async () => {
      await document.fonts.ready
    })
    expect([path, [...new Set((await fonts()).map(({ name }) => name))].sort()]).toEqual([
      path,
      ['figtree-site', 'fraunces-site'],
    ])
  }
  const bytes = new Map((await fonts()).map((font) => [font.name, font.bytes]))
  expect([...bytes.values()].reduce((sum, one) => sum + one, 0)).toBeLessThan(28_000)

  await app.sql`update route_prices set tourist_info = '## El Niño'`
  const path = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
  await eventually(async () => expect((await app.get(path)).text).toContain('Niño'))
  await page.goto(path)
  await quiet(page)
  await page.getByText('El Niño').scrollIntoViewIfNeeded()
  await expect
    .poll(async () => (await fonts()).some(({ name }) => name.startsWith('fraunces-latin')))
    .toBe(true)
  expect(browser.problems()).toEqual([])
})

test('fonts.css lists exactly the characters of each small font, and every other Latin one for the complete file', () => {
  const css = readFileSync(path.join(import.meta.dirname, '../../../src/web/fonts.css'), 'utf8')
  const face = /([\w-]+\.woff2)"\)[^}]*unicode-range:([^;]+);/g
  const listed = new Map(Array.from(css.matchAll(face), ([, file = '', list = '']) => [file, codesOf(list)]))
  expect(listed.size).toBe(2 * fonts.length)
  for (const { name, file, characters } of fonts) {
    const small = listed.get(name) ?? []
    const complete = listed.get(path.basename(file)) ?? []
    expect(small).toEqual(
      [...characters].map((one) => one.codePointAt(0)).sort((one, other) => Number(one) - Number(other)),
    )
    const latin = codesOf('U+20-7E, U+A0-FF')
    expect(latin.filter((code) => small.includes(code) === complete.includes(code))).toEqual([])
    expect(complete.filter((code) => small.includes(code))).toEqual([])
  }
})

/** Returns the code points of a `unicode-range`, in its order. */
function codesOf(list: string): number[] {
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range
      .trim()
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16))
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
