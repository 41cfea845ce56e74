import { brotliCompressSync, constants } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { builtAssets } from '../../../src/api/assets.ts'
import { stylesOf } from '../../../src/web/pageStyles.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { given } from '../../given.ts'
import { inFull, long } from '../../length.ts'
import { resultsPage, templates } from '../../templates.ts'

// A page contains only the rules that its elements need (src/web/pageStyles.ts). The app loads the whole stylesheet.

const { app, browser } = await openAppInBrowser({ data: 'demo' })

/** Returns tag, place, size and main colours of every element of the page. */
const look = (page: Page) =>
  page.locator('body *').evaluateAll((all) =>
    all.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      const { color, backgroundColor, borderTopColor, display, fontSize, fontWeight, opacity, visibility } =
        style
      return [
        `${element.tagName} ${element.getAttribute('class')}`,
        ...[x, y, width, height, color, backgroundColor, borderTopColor],
        ...[display, fontSize, fontWeight, opacity, visibility],
      ].join(' ')
    }),
  )

test(
  'each page looks the same with its own rules as with the whole stylesheet, and needs a part of it',
  long,
  async () => {
    const { statusPath } = await given.lead(app, 'booking')
    const { css, styles } = builtAssets()
    const quick = ['/', '/tratte/transfer-aeroporto-brindisi-gallipoli/', '/blog/', statusPath]
    for (const path of inFull(quick, [...templates, resultsPage, '/richiesta/', '/non-esiste/', statusPath]))
      for (const width of [390, 1280]) {
        const page = await browser.page({
          baseURL: app.origin,
          viewport: { width, height: 800 },
          reducedMotion: 'reduce',
          isFirstVisit: true,
        })
        await page.goto(path)
        const own = await page.locator('style').evaluate((style) => style.textContent.length)
        expect([path, own < styles.length * 0.7]).toEqual([path, true])
        for (const media of ['screen', 'print'] as const) {
          await page.emulateMedia({ media })
          const before = await look(page)
          await page.addStyleTag({ url: css })
          expect([path, width, await look(page)]).toEqual([path, width, before])
          await page.locator('link[rel=stylesheet]').evaluate((link) => link.remove())
        }
        await page.close()
      }
    expect(browser.problems().filter((one) => !one.includes('/non-esiste/'))).toEqual([])
  },
)

test('a page keeps the rules that its elements can match, and the variables that these rules read', () => {
  const styles = stylesOf(
    [
      '@property --used{syntax:"*";inherits:false}@property --unused{syntax:"*";inherits:false}',
      '@layer theme{:root{--used:1px;--unused:2px}}@layer empty{table{color:red}}',
      '.a,.b{margin:var(--used)}p .a{top:0}ul .a{top:1px}:is(ul,p) i{left:0}:is(ul,ol) i{left:1px}',
      '.a:not(.b){right:0}[aria-busy]{opacity:.6}@media print{.b{color:red}}.md\\:c{top:2px}',
    ].join(''),
  )
  expect(styles('<p class="a md:c"><i></i></p>')).toBe(
    [
      '@property --used{syntax:"*";inherits:false}@layer theme{:root{--used:1px}}@layer empty{}',
      '.a{margin:var(--used)}p .a{top:0}:is(ul,p) i{left:0}.a:not(.b){right:0}.md\\:c{top:2px}',
    ].join(''),
  )
})

test('the documents are small enough to arrive with the fonts in two round trips', async () => {
  for (const path of templates) {
    const { text } = await app.get(path)
    const { length } = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
    expect([path, length, length < 20_500]).toEqual([path, length, true])
  }
})
