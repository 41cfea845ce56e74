import { expect, test } from 'vitest'
import { startApp } from '../../app.ts'
import { axeProblems, openBrowser } from '../../browser.ts'
import { long } from '../../length.ts'

const pages = [
  '/',
  '/tratte/',
  '/tratte/transfer-aeroporto-brindisi-gallipoli/',
  '/risultati-ricerca/?departure=Brindisi&destination=Gallipoli',
  '/prezzi/',
  '/aziende/',
  '/blog/',
  '/blog/economy-condiviso-o-auto-privata/',
  '/contatti/',
]

/** Returns the HTML of the visible elements with an arrow in their text. The web fonts contain no arrows. */
function arrowsOnScreen(): string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement
    if (!parent || !/[←→]/.test(texts.currentNode.textContent ?? '') || parent.closest('.sr-only, script'))
      continue
    if (parent.checkVisibility()) found.push(parent.outerHTML)
  }
  return found
}

test('arrows are pictures, and their texts still read "A → B"', long, async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  const page = await browser.page({ viewport: { width: 390, height: 844 }, baseURL: app.origin })
  for (const path of pages) {
    await page.goto(path)
    await expect.poll(async () => [path, await page.evaluate(arrowsOnScreen)]).toEqual([path, []])
  }
  await page.goto('/risultati-ricerca/?departure=Aeroporto+Brindisi&destination=Gallipoli')
  const card = page.getByRole('heading', { name: 'Aeroporto Brindisi → Gallipoli', exact: true })
  await expect.poll(() => card.textContent()).toBe('Aeroporto Brindisi → Gallipoli')
  await expect.poll(() => card.locator('svg').count()).toBe(1)
  await page.goto('/tratte/transfer-aeroporto-brindisi-gallipoli/')
  const here = page.getByRole('navigation', { name: 'Percorso' }).locator('[aria-current=page]')
  await expect.poll(() => here.textContent()).toBe('Aeroporto Brindisi → Gallipoli')
  expect(await axeProblems(page)).toEqual([])
  expect(browser.problems()).toEqual([])
})
