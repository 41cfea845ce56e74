import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems, hydrate, type PageOptions } from '../../browser.ts'
import { dayIn } from '../../given.ts'
import { newAddress } from '../../newAddress.ts'
import { openPanel } from '../../panel.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

const desktop = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
const ride = `/richiesta/?departure=Aeroporto+Brindisi&destination=Gallipoli&passeggeri=3&giorno=${dayIn(30)}`
const gallipoli = `/tratte/transfer-aeroporto-brindisi-gallipoli/?giorno=${dayIn(30)}&passeggeri=3`
const sentHeading = { name: 'Richiesta Inviata con Successo!' }

const open = async (path: string, options: PageOptions = desktop) => {
  const extraHTTPHeaders = { 'x-forwarded-for': newAddress() }
  const page = await browser.page({ baseURL: app.origin, extraHTTPHeaders, ...options })
  await page.goto(path)
  return page
}

/** Each test has a telephone number of its own, by which it finds its requests. */
async function fill(form: Locator, phone: string): Promise<void> {
  await form.getByLabel('Ora', { exact: true }).fill('09:30')
  await fillPerson(form, phone)
}

async function fillPerson(form: Locator, phone: string): Promise<void> {
  await form.getByLabel('Nome e cognome').fill('Anna Conte')
  await form.getByLabel('Telefono').fill(phone)
  await form.getByLabel('Email').fill('anna@example.com')
  await form.getByRole('checkbox', { name: /Acconsento/ }).check()
}

const send = (form: Locator) => form.getByRole('button', { name: 'Invia la richiesta' })
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

const leadsOf = (phone: string) =>
  app.sql<{ kind: string; code: string; isSuspected: boolean }[]>`
    select kind, code, is_suspected from leads where phone = ${phone} order by created_at`

const wishesOf = (phone: string) =>
  app.sql<{ text: string }[]>`
    select w.text from customer_wishes w join leads on leads.kind = lead_kind and leads.id = lead_id
    where phone = ${phone} order by w.id`

/** Lets the server store the next request, and loses its answer. */
async function loseAnswer(page: Page): Promise<void> {
  await page.route(
    /\/api\/(bookings|contacts|availability-requests)$/,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}

async function sendInVain(page: Page, button: Locator): Promise<void> {
  await loseAnswer(page)
  await button.click()
  await page.getByText(/Quello che hai scritto è ancora qui/).waitFor()
}

test('after a lost answer and a reload the same request is sent once, and then confirmed', async () => {
  const page = await open(ride)
  const form = page.locator('main form')
  await fill(form, '347 9000001')
  await sendInVain(page, send(form))
  await page.reload()
  await hydrate(page)
  await expect.poll(() => form.getByLabel('Nome e cognome').inputValue()).toBe('Anna Conte')
  await form.getByRole('checkbox', { name: /Acconsento/ }).check()
  await send(form).click()
  await page.getByRole('heading', sentHeading).waitFor()
  const [lead, ...more] = await leadsOf('347 9000001')
  expect(more).toEqual([])
  await page
    .getByText(lead?.code ?? '')
    .first()
    .waitFor()
  // The next request of this tab is another one.
  await page.goto('/contatti/')
  await fillPerson(page.locator('main form'), '347 9000001')
  await page.getByRole('button', { name: 'INVIA MESSAGGIO' }).click()
  await page.getByText('Messaggio inviato con successo!').first().waitFor()
  expect(await leadsOf('347 9000001')).toHaveLength(2)
})

test('after a lost answer a changed request is sent as a change with one press, or as a new one', async () => {
  const page = await open(gallipoli, phone)
  await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
  const dialog = page.getByRole('dialog', { name: 'Richiedi disponibilità' })
  await page.setViewportSize(desktop.viewport)
  await fill(dialog, '347 9000002')
  await sendInVain(page, send(dialog))
  await dialog.getByLabel('Ora', { exact: true }).fill('11:15')
  await send(dialog).click()
  const note = dialog.getByText(/^Abbiamo già la tua richiesta/)
  await note.waitFor()
  await expect.poll(() => isFocused(note)).toBe(true)
  expect(await axeProblems(page)).toEqual([])
  const change = dialog.getByRole('button', { name: 'Invia la modifica' })
  // The change's own answer may be lost, too.
  await page.route(
    '**/api/request-changes',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await page.keyboard.press('Tab')
  await expect.poll(() => isFocused(change)).toBe(true)
  await page.keyboard.press('Enter')
  await dialog.getByText(/Quello che hai scritto è ancora qui/).waitFor()
  await change.click()
  await dialog.getByRole('heading', { name: 'Modifica inviata!' }).waitFor()
  await dialog.getByRole('link', { name: 'Segui la richiesta' }).waitFor()
  expect(await leadsOf('347 9000002')).toHaveLength(1)
  expect(await wishesOf('347 9000002')).toEqual([{ text: 'Orario: 09:30 → 11:15' }])

  // Two tabs of one draft have one key: the second may send another ride.
  const other = await open(ride)
  const form = other.locator('main form')
  await fill(form, '347 9000003')
  await sendInVain(other, send(form))
  await form.getByLabel('Passeggeri').selectOption('4')
  await send(form).click()
  await form.getByRole('button', { name: 'Invia una nuova richiesta' }).click()
  await other.getByRole('heading', sentHeading).waitFor()
  expect(await leadsOf('347 9000003')).toHaveLength(2)
  expect(await wishesOf('347 9000003')).toEqual([])
})

test('without a storage of the browser, repeats in one page are one request', async () => {
  const page = await open('about:blank')
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  await page.goto('/contatti/')
  await page.getByRole('button', { name: 'Solo Cookie Necessari', exact: true }).click()
  const form = page.locator('main form')
  await fillPerson(form, '347 9000004')
  const button = page.getByRole('button', { name: 'INVIA MESSAGGIO' })
  await sendInVain(page, button)
  await button.click()
  await page.getByText('Messaggio inviato con successo!').first().waitFor()
  expect(await leadsOf('347 9000004')).toHaveLength(1)
})

test('a form whose hidden field was filled in by a tool is sent at the second press', async () => {
  for (const [path, label, done] of [
    [ride, 'Invia la richiesta', 'Richiesta Inviata con Successo!'],
    ['/contatti/', 'INVIA MESSAGGIO', 'Messaggio inviato con successo!'],
  ] as const) {
    const page = await open(path)
    const form = page.locator('main form')
    if (path === ride) await fill(form, '347 9000005')
    else await fillPerson(form, '347 9000006')
    await form.locator('[name=website]').evaluate((field: HTMLInputElement) => {
      field.value = 'https://www.cliente.example'
    })
    await form.getByRole('button', { name: label }).click()
    await page.getByRole('alert').getByText('premi ancora una volta «Invia»').waitFor()
    await expect.poll(() => form.getByLabel('Nome e cognome').inputValue()).toBe('Anna Conte')
    await form.getByRole('button', { name: label }).click()
    await page.getByText(done).first().waitFor()
  }
  for (const phone of ['347 9000005', '347 9000006'])
    expect(await leadsOf(phone)).toEqual([expect.objectContaining({ isSuspected: true })])
})

test('a second press on the button, wherever it was, keeps the confirmation, and so does Enter', async () => {
  for (const [index, options] of [desktop, phone].entries()) {
    const page = await open(gallipoli, desktop)
    await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
    const dialog = page.getByRole('dialog', { name: 'Richiedi disponibilità' })
    await fill(dialog, `347 901000${index}`)
    await page.setViewportSize(options.viewport)
    // On a phone the button is on the last of the steps.
    const next = dialog.getByRole('button', { name: 'Avanti' })
    for (const more of ['Passo 3 di 5', 'Passo 4 di 5', 'Passo 5 di 5']) {
      if (options === desktop) break
      await next.click()
      await dialog.getByText(more).waitFor()
    }
    // Presses again on all of the button's former area in the moment in which the confirmation appears.
    await page.evaluate(() => {
      const button = [...document.querySelectorAll('dialog button[type=submit]')].at(-1)
      const { left, top, right, bottom } = button?.getBoundingClientRect() ?? new DOMRect()
      new MutationObserver((_, observer) => {
        if (!document.querySelector('dialog a[href*="wa.me"]')) return
        observer.disconnect()
        let presses = 0
        for (let x = left; x <= right; x += 10)
          for (let y = top; y <= bottom; y += 10) {
            document.elementFromPoint(x, y)?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
            presses += 1
          }
        document.documentElement.dataset.presses = String(presses)
      }).observe(document.body, { subtree: true, childList: true })
    })
    await send(dialog).click()
    const heading = dialog.getByRole('heading', sentHeading)
    await heading.waitFor()
    await expect
      .poll(() => page.evaluate(() => Number(document.documentElement.dataset.presses)))
      .toBeGreaterThan(9)
    await expect.poll(() => isFocused(heading)).toBe(true)
    await page.keyboard.press('Enter')
    // A press beside the confirmation does not close it either.
    await page.mouse.click(3, 400)
    await expect.poll(() => page.locator('dialog[open][inert]').count()).toBe(0)
    await expect.poll(() => heading.isVisible()).toBe(true)
    expect(new URL(page.url()).pathname).toBe(new URL(gallipoli, app.origin).pathname)
    await dialog.getByRole('button', { name: 'Chiudi' }).last().click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await leadsOf(`347 901000${index}`)).toHaveLength(1)
  }
})

test('the confirmation comes back after a reload and after the buttons back and forward', async () => {
  const page = await open(gallipoli)
  await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
  const dialog = page.getByRole('dialog', { name: 'Richiedi disponibilità' })
  await fill(dialog, '347 9000007')
  await send(dialog).click()
  const heading = dialog.getByRole('heading', sentHeading)
  await heading.waitFor()
  await page.reload()
  await heading.waitFor()
  const [lead] = await leadsOf('347 9000007')
  await dialog.getByText(lead?.code ?? '').waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText(`Richiesta ${lead?.code} inviata`).waitFor()
  await page.goForward()
  await heading.waitFor()

  await page.goto(ride)
  const form = page.locator('main form')
  await fill(form, '347 9000008')
  await send(form).click()
  await page.getByRole('heading', sentHeading).waitFor()
  await page.reload()
  await page.getByRole('heading', sentHeading).waitFor()
  // A new visit of the page begins a new request.
  await page.getByRole('link', { name: 'Nuova richiesta' }).click()
  await send(form).waitFor()
  await expect.poll(() => page.getByRole('heading', sentHeading).count()).toBe(0)
})

test('a second press on the button of the contact form keeps the confirmation, and shows no errors', async () => {
  const page = await open('/contatti/')
  const form = page.locator('main form')
  await fillPerson(form, '347 9000009')
  const button = page.getByRole('button', { name: 'INVIA MESSAGGIO' })
  await button.click()
  const note = form.getByRole('status').locator('div').first()
  await note.getByText('Messaggio inviato con successo!').waitFor()
  await button.click()
  await expect.poll(() => isFocused(note)).toBe(true)
  await expect.poll(() => form.locator('[aria-invalid]').count()).toBe(0)
  expect(await leadsOf('347 9000009')).toHaveLength(1)
})

test('after a lost answer a request by phone is stored once; a changed one is refused with a reason, and then stored', async () => {
  const page = await openPanel(app, browser, desktop)
  await page.goto('/admin/richieste/nuova/')
  await page.getByLabel('Nome').fill('Rosa')
  await page.getByLabel('Telefono').fill('347 9000011')
  await page.route(
    '**/api/admin/leads',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  const save = page.getByRole('button', { name: 'Registra' })
  await save.click()
  await page.getByText('Impossibile registrare la richiesta').first().waitFor()
  await page.getByLabel('Messaggio').fill('Con un cane')
  await save.click()
  await page.locator('form').getByRole('alert').getByText('Questa richiesta è già registrata').waitFor()
  const stored = () => app.sql`select message from contacts where name = 'Rosa' order by id`
  expect(await stored()).toEqual([{ message: null }])
  await save.click()
  await page
    .getByRole('complementary', { name: 'Richiesta aperta' })
    .getByRole('heading', { name: 'Rosa' })
    .waitFor()
  expect(await stored()).toEqual([{ message: null }, { message: 'Con un cane' }])
})

test('no page reported an error that these tests did not cause', () => {
  expect(browser.problems().filter((line) => !/Failed to load resource|Consenso non/.test(line))).toEqual([])
})
