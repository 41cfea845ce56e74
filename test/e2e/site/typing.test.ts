import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { fewCases, long } from '../../length.ts'
import { newAddress } from '../../newAddress.ts'

// A visitor may type at any moment of the page's start, and the text stays.

const { app, browser } = await openAppInBrowser({ data: 'demo' })

const pages = {
  '/contatti/': { name: 'Anna Conte', phone: '347 1234567', email: 'anna@example.com', message: 'Ciao' },
  '/richiesta/': { departure: 'Lecce', destination: 'Roma', name: 'Anna Conte', message: 'Ciao' },
  '/': { departure: 'Maglie', destination: 'Roma' },
  '/tratte/': { cerca: 'Otranto' },
  '/newsletter/': { email: 'anna@example.com' },
}

const open = (isFirstVisit = false) =>
  browser.page({
    baseURL: app.origin,
    isFirstVisit,
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
  })

const isReady = (page: Page) => page.locator('html[data-ready]').waitFor({ state: 'attached' })

/** Types like a tool that fills in forms: it sets the value and sends the event. */
function typeInPage(fields: Record<string, string>): void {
  for (const [name, text] of Object.entries(fields)) {
    const field = document.querySelector<HTMLInputElement>(`main :is(input, textarea)[name="${name}"]`)
    if (!field) throw new Error(`no field ${name}`)
    const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

const valuesOf = (page: Page, fields: Record<string, string>) =>
  page.evaluate(
    (names) =>
      Object.fromEntries(
        names.map((name) => [
          name,
          document.querySelector<HTMLInputElement>(`main :is(input, textarea)[name="${name}"]`)?.value,
        ]),
      ),
    Object.keys(fields),
  )

/** Returns the paths of the scripts that the page loads, the app's included. */
async function scriptsOf(path: string): Promise<string[]> {
  const page = await open()
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
  })
  await page.goto(path)
  await page.evaluate(typeInPage, pages[path as keyof typeof pages] as Record<string, string>)
  await isReady(page)
  await page.context().close()
  return [...scripts]
}

test('while any script of the page is held, typed text waits for it', long, async () => {
  for (const [path, fields] of Object.entries(pages)) {
    const scripts = await scriptsOf(path)
    expect(scripts.length).toBeGreaterThan(2)
    for (const script of scripts) {
      const page = await open()
      const held = Promise.withResolvers<void>()
      const release = Promise.withResolvers<void>()
      await page.route(`**${script}`, async (route) => {
        held.resolve()
        await release.promise
        await route.continue()
      })
      // A held module script holds `load` and `DOMContentLoaded`, too.
      await page.goto(path, { waitUntil: 'commit' })
      await page.locator('main form').first().waitFor({ state: 'attached' })
      await page.mouse.move(5, 5)
      await page.mouse.move(9, 9)
      await held.promise
      await page.evaluate(typeInPage, fields as Record<string, string>)
      release.resolve()
      await isReady(page)
      expect([path, script, await valuesOf(page, fields)]).toEqual([path, script, fields])
      await page.context().close()
    }
  }
})

test('between any two steps of the hydration, typed text stays', async () => {
  for (const [path, fields] of fewCases(Object.entries(pages)))
    for (let step = 1; ; step++) {
      const page = await open()
      // React posts a message for each step of its work, also before the first.
      await page.addInitScript((typeAt) => {
        const post = MessagePort.prototype.postMessage
        let steps = 0
        MessagePort.prototype.postMessage = function (...message: unknown[]) {
          steps += 1
          if (steps === typeAt && !('ready' in document.documentElement.dataset))
            dispatchEvent(new Event('step'))
          Reflect.apply(post, this, message)
        }
      }, step)
      await page.addInitScript(`(() => {
        const fields = ${JSON.stringify(fields)}
        addEventListener('step', () => { document.documentElement.dataset.typed = ''; (${String(typeInPage)})(fields) })
      })()`)
      await page.goto(path)
      await page.mouse.move(5, 5)
      await page.mouse.move(9, 9)
      await isReady(page)
      const isTyped = await page.evaluate(() => 'typed' in document.documentElement.dataset)
      const values = await valuesOf(page, fields)
      await page.context().close()
      if (!isTyped) {
        expect([path, step > 1]).toEqual([path, true])
        break
      }
      expect([path, step, values]).toEqual([path, step, fields])
    }
})

test('the page takes text at once after the answer to the cookie dialog', async () => {
  const { '/contatti/': fields } = pages
  const page = await open(true)
  const release = Promise.withResolvers<void>()
  await page.goto('/contatti/')
  // The app arrives only after the text.
  await page.route('**/assets/*.js', (route) => release.promise.then(() => route.continue()))
  await page.getByRole('button', { name: 'Solo Cookie Necessari', exact: true }).waitFor()
  const focused = await page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('dialog button')]
    buttons.find((button) => button.textContent === 'Solo Cookie Necessari')?.click()
    const field = document.querySelector<HTMLInputElement>('main [name=name]')
    field?.focus()
    return document.activeElement === field
  })
  expect(focused).toBe(true)
  await page.keyboard.insertText(fields.name)
  for (const [label, text] of [
    ['Telefono', fields.phone],
    ['Email', fields.email],
    ['Messaggio', fields.message],
  ] as const)
    await page.getByLabel(label).fill(text)
  release.resolve()
  await isReady(page)
  expect(await valuesOf(page, fields)).toEqual(fields)
})

test('no page reported an error', () => {
  expect(browser.problems()).toEqual([])
})
