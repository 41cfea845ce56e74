import type { OpenBrowser } from '../test/browser.ts'
import { interactionRow, press, standsAfter, watchInteractions } from './interactions.ts'
import { panelPage } from './panel.ts'
import type { Row } from './row.ts'
import type { Site } from './site.ts'

const inboxMs = 100
/** Goal in milliseconds until an opened request is complete. The first frame may show only the pressed row. */
const wholeMs = 250
const requests = 10_000

const addThousand = ({ db }: Site, from: number) => db.write`
  with added as (
    insert into leads (kind, name, phone, email, form_source, message, status, created_at)
    select 'availability_request', (array['Anna Rossi', 'Ugo Verdi', 'Ida Conte'])[1 + n % 3] || ' ' || n, '+39 347 ' || 1000000 + n,
    'cliente' || n || '@esempio.it', 'homepage', 'Viaggiamo con due bambini e un cane.',
    (array['nuova', 'contattata', 'preventivo', 'confermata', 'persa'])[1 + n % 5], now() - n * interval '17 minutes'
  from generate_series(${from}::int, ${from + 999}::int) n returning kind, id)
  insert into rides (lead_kind, lead_id, asked_from, asked_to, asked_passengers, asked_day, asked_time)
  select kind, id, 'Aeroporto Brindisi', 'Otranto', 1 + id % 8, current_date + (id % 60)::int, '10:00' from added`

export async function measureInbox(site: Site, browser: OpenBrowser): Promise<Row[]> {
  // One statement for all requests would lock each of the 10,000 customers. PostgreSQL has no room for so many locks.
  for (let from = 1; from <= requests; from += 1_000) await addThousand(site, from)
  const page = await panelPage(site, browser)
  await page.goto('/admin/richieste/')
  const boxes = page.locator('tbody input[data-choose]')
  await boxes.nth(20).waitFor()
  const { measured } = await watchInteractions(page)
  const panel = page.getByRole('complementary', { name: 'Richiesta aperta' })
  const search = page.getByRole('searchbox')
  const bar = page.getByRole('region', { name: 'Righe scelte' })
  const stood: number[] = []
  const rows = [
    await measured('inbox, twelve requests chosen by Shift and arrow', inboxMs, async () => {
      await boxes.first().focus()
      await press(page, 'Space')
      await press(page, 'Shift+ArrowDown', 11)
      await press(page, 'Escape')
    }),
    await measured('inbox, a page and all 10,000 requests chosen', inboxMs, async () => {
      await page.getByLabel('Scegli la pagina').click({ delay: 80 })
      await press(page, 'Control+a')
      await page.getByRole('button', { name: 'Togli la scelta' }).click({ delay: 80 })
    }),
    await measured('inbox, the dialog that assigns twelve requests', inboxMs, async () => {
      await boxes.first().focus()
      await press(page, 'Space')
      await press(page, 'Shift+ArrowDown', 11)
      await press(page, 'Enter')
      await press(page, 'c')
      await press(page, 'Enter')
      await page
        .getByRole('dialog')
        .getByText(/^(Cambia|Già)/)
        .first()
        .waitFor()
      await press(page, 'Escape')
      await bar.getByRole('button', { name: 'Togli la scelta' }).click({ delay: 80 })
    }),
    await measured('inbox, a kind and a state filtered and cleared', inboxMs, async () => {
      for (const name of [/^Disponibilità/, /^Nuova \d/, /^Nuova \d/, /^Tutte/]) {
        await page.getByRole('button', { name }).first().click({ delay: 80 })
        await page.waitForTimeout(400)
      }
    }),
    await measured('inbox, typing "rossi" in the search', inboxMs, async () => {
      await search.focus()
      await page.keyboard.type('rossi', { delay: 80 })
      await page.waitForTimeout(600)
      await search.fill('')
      await page.waitForTimeout(600)
    }),
    await measured('inbox, a request opened and closed', inboxMs, async () => {
      const stands = await standsAfter(page, 'aside [data-send]')
      await page.getByRole('row').nth(3).getByRole('link').first().click({ delay: 80 })
      stood.push(await stands())
      await page.waitForTimeout(400)
      await press(page, 'Escape')
      await panel.waitFor({ state: 'detached' })
    }),
    interactionRow('the same, until the reply to the opened request is shown', wholeMs, stood),
  ]
  await page.getByRole('row').nth(3).getByRole('link').first().click()
  await panel.locator('[data-send]').waitFor()
  rows.push(
    await measured('inbox, from one open request to the next', inboxMs, async () => {
      for (let times = 0; times < 4; times++) {
        await press(page, 'j')
        await page.waitForTimeout(300)
      }
      for (let times = 0; times < 4; times++) {
        await press(page, 'k')
        await page.waitForTimeout(300)
      }
    }),
    await measured('inbox, typing in a reply', inboxMs, async () => {
      await panel.getByLabel('Testo').focus()
      await page.keyboard.type('A presto, Anna', { delay: 60 })
    }),
  )
  await page.close()
  return rows
}
