import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { long } from '../../length.ts'
import { openPanel } from '../../panel.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

const addRequests = (count: number) => app.sql`
  with added as (
    insert into leads (kind, name, phone, email, form_source, created_at)
    select 'availability_request', 'Anna ' || n, '0832 123456', 'anna@example.com', 'home', now() - n * interval '1 minute'
    from generate_series(1, ${count}::int) n returning kind, id)
  insert into rides (lead_kind, lead_id, asked_from, asked_to, asked_passengers)
  select kind, id, 'Lecce', 'Otranto', '2' from added`

const states = () => app.sql<{ status: string; owner: string | null; count: number }[]>`
  select status, username as owner, count(*) as count from leads left join admin_users u on u.id = assigned_to
  group by 1, 2 order by 1, 2`

const bar = (page: Page) => page.getByRole('region', { name: 'Righe scelte' })

const isOnTop = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

test(
  'twelve requests are answered and assigned by keyboard in at most 24 presses, and undone from the toast and the history',
  long,
  async () => {
    await addRequests(12)
    await app.addStaff('Zelda')
    const page = await openPanel(app, browser, { isSuperAdmin: true })
    await page.goto('/admin/richieste/')
    let presses = 0
    const press = async (key: string, times = 1) => {
      for (let n = 0; n < times; n++) {
        await page.keyboard.press(key)
        presses++
      }
    }
    await page.getByLabel('Scegli Anna 1', { exact: true }).focus()
    await press('Space')
    await press('Shift+ArrowDown', 11)
    await bar(page).getByText('12 richieste').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await press('Enter')
    await expect.poll(() => bar(page).getByLabel('Stato').inputValue()).toBe('')
    await press('c')
    await expect.poll(() => bar(page).getByLabel('Stato').inputValue()).toBe('contattata')
    await press('Tab')
    await press('Z')
    await press('Enter')
    const apply = page.getByRole('dialog').getByRole('button', { name: 'Applica' })
    await expect.poll(() => apply.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.getByRole('dialog').getByText('Cambiano 12 richieste.').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await press('Enter')
    const toast = page.locator('[aria-live="polite"].fixed')
    await toast.getByText('12 richieste: fatto').waitFor()
    expect(presses).toBeLessThanOrEqual(24)
    expect(await states()).toEqual([{ status: 'contattata', owner: 'Zelda', count: 12 }])
    await expect.poll(() => bar(page).count()).toBe(0)

    await toast.getByRole('button', { name: 'Annulla' }).click()
    await toast.getByText('12 righe come prima').waitFor()
    expect(await states()).toEqual([{ status: 'nuova', owner: null, count: 12 }])
    await page.goto('/admin/registro/blocco/')
    await page.getByText('Stato: Contattata, Assegnata a: Zelda').waitFor()
    await page.getByText('Annullata', { exact: true }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(browser.problems()).toEqual([])
  },
)

test(
  'Ctrl+A chooses all rows of the filter, and Shift a range; the history undoes an act',
  long,
  async () => {
    const page = await openPanel(app, browser)
    await page.goto('/admin/tratte/?active=true')
    await page.getByLabel('Scegli la pagina').waitFor()
    const active = () => app.sql`select from route_prices where is_active`
    const count = (await active()).length
    await page.keyboard.press('Control+a')
    await bar(page).getByText(`${count} tratte`).waitFor()
    await bar(page).getByRole('button', { name: 'Togli la scelta' }).click()
    const boxes = page.locator('tbody input[data-choose]')
    const placeOf = () => boxes.nth(4).evaluate((box) => box.getBoundingClientRect().y + scrollY)
    const place = await placeOf()
    await boxes.nth(1).click()
    await bar(page).waitFor()
    expect(await placeOf()).toBe(place)
    // Moves to the last row. The bar, which sticks to the bottom of the window, covers none of the focused checkboxes.
    const lastRow = (await boxes.count()) - 1
    for (let row = 1; row < lastRow; row++) {
      await page.keyboard.press('ArrowDown')
      await expect
        .poll(() =>
          boxes
            .nth(row + 1)
            .and(page.locator(':focus'))
            .evaluate(isOnTop),
        )
        .toBe(true)
    }
    await page.keyboard.press('Escape')
    await boxes.nth(1).click()
    await boxes.nth(4).click({ modifiers: ['Shift'] })
    await bar(page).getByText('4 tratte').waitFor()
    await bar(page).getByLabel('Che cosa fare').selectOption('Disattiva')
    await bar(page).getByRole('button', { name: 'Applica' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disattiva' }).click()
    await page.getByText('4 tratte: fatto').waitFor()
    expect(await active()).toHaveLength(count - 4)
    await page.goto('/admin/registro/blocco/')
    await page.getByRole('button', { name: 'Annulla Disattivate' }).click()
    await page.getByRole('button', { name: 'Annulla la modifica' }).click()
    await page.getByText('4 righe come prima').waitFor()
    expect(await active()).toHaveLength(count)

    const types = () =>
      app.sql`select distinct t.name from route_prices p join transfer_types t on t.id = p.transfer_type_id`
    const [unused] = await app.sql<[{ name: string }]>`
    insert into transfer_types (name) values ('Minivan') returning name`
    await page.goto('/admin/tratte/')
    await boxes.first().click()
    await bar(page).getByLabel('Che cosa fare').selectOption('Cambia tipologia')
    await bar(page).getByLabel('Nuova tipologia').selectOption(unused.name)
    await bar(page).getByRole('button', { name: 'Applica' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cambia tipologia' }).click()
    await page.getByText('1 tratta: fatto').waitFor()
    expect(await types()).toContainEqual(unused)
    expect(browser.problems()).toEqual([])
  },
)

test('a long list in the bar of acts opens upwards and inside the window', long, async () => {
  await addRequests(30)
  for (let n = 10; n < 35; n++) await app.addStaff(`collega-${n}`)
  const page = await openPanel(app, browser, { isSuperAdmin: true })
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/admin/richieste/')
    await page.locator('tbody input[data-choose]').first().click()
    await bar(page).getByRole('combobox', { name: 'Assegna a' }).fill('collega-1')
    const option = bar(page).getByRole('option', { name: 'collega-12' })
    await option.waitFor()
    await expect.poll(() => option.evaluate(isOnTop)).toBe(true)
    await option.click()
    await expect
      .poll(() => bar(page).getByRole('combobox', { name: 'Assegna a' }).inputValue())
      .toBe('collega-12')
  }
  expect(browser.problems()).toEqual([])
})

test(
  'a view keeps filter, order and columns under a name, opens from its link, and belongs to one person',
  long,
  async () => {
    const page = await openPanel(app, browser)
    await page.goto('/admin/tratte/?main=true&sort=-distance')
    await page.getByText('Colonne', { exact: true }).click()
    await page.getByRole('group', { name: 'Colonne visibili' }).getByLabel('Ricerche').check()
    await page.getByRole('columnheader', { name: 'Ricerche' }).waitFor()
    await page.getByRole('button', { name: 'Salva questa vista' }).click()
    await page.getByLabel('Nome').fill('Principali lunghe')
    await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click()
    const view = page.getByRole('link', { name: 'Principali lunghe' })
    await view.waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.goto('/admin/tratte/')
    await view.click()
    await page.getByRole('columnheader', { name: 'Ricerche' }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('-distance')
    await expect.poll(() => view.getAttribute('aria-current')).toBe('page')

    const other = await openPanel(app, browser)
    await other.goto(page.url())
    await other.getByRole('columnheader', { name: 'Ricerche' }).waitFor()
    await expect.poll(() => other.getByRole('button', { name: 'Salva questa vista' }).count()).toBe(1)
    await expect.poll(() => other.getByRole('link', { name: 'Principali lunghe' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Elimina questa vista' }).click()
    await expect.poll(() => view.count()).toBe(0)
    expect(browser.problems()).toEqual([])
  },
)
