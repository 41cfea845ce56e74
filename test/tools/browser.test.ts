import { chromium } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { axeProblems, openBrowser, startedBrowser } from '../browser.ts'

test('the browser has fonts, and reports errors of a page and findings of axe', async () => {
  await using browser = await openBrowser()
  const page = await browser.page({ viewport: { width: 320, height: 640 } })
  await page.setContent(`<!doctype html><html lang="it"><title>Prova</title><main><h1>Città</h1>
    <p style="color: #ccc">Perché</p><a href="#a" style="font-size: 8px">a</a><a href="#b" style="font-size: 8px">b</a>
    </main><script>console.warn('careful'); missing()</script></html>`)

  // Without fonts text has no width, every screenshot is blank and every measure is zero.
  const width = await page.evaluate(() => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('h1') ?? document.body)
    return range.getBoundingClientRect().width
  })
  expect(width).toBeGreaterThan(40)
  expect(browser.problems()).toEqual([
    expect.stringContaining('warning: careful'),
    expect.stringContaining('uncaught: ReferenceError: missing is not defined'),
  ])
  const found = await axeProblems(page)
  expect(found.map((line) => line.split(' ')[0])).toEqual(['color-contrast', 'target-size', 'target-size'])
  expect(found[0]).toContain('at p: ')
})

test('a machine without a browser says which to install', async () => {
  vi.stubEnv('CHROME_PATH', '/nowhere/chrome')
  const reason =
    /^No browser for the tests on \w+ \w+: install Chrome, Edge or Chromium, or name one in CHROME_PATH\.\n.*\/nowhere\/chrome/
  await expect(startedBrowser((options) => chromium.launch(options))).rejects.toThrow(reason)
  vi.unstubAllEnvs()
})
