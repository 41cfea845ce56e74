import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { type OpenBrowser, openBrowser } from '../test/browser.ts'
import { panelPage } from './panel.ts'
import { addRows, emptyLists } from './panelRows.ts'
import type { Row } from './row.ts'
import { openSite, type Site } from './site.ts'

// Opens every section of the panel with 0, 12 and 10,000 rows at three widths, and stores screenshots in `PICTURES`.
// `SECTIONS=richieste/,tratte/` and `ROWS=0,12` select sections and numbers of rows.

const numbers = process.env.ROWS?.split(',').map(Number) ?? [0, 12, 10_000]
const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1_024 },
  { width: 1_440, height: 900 },
]
/** For each window width, the width of a picture in its sheet and the number of pictures in a row of the sheet. */
const sheets: Record<number, { width: number; perRow: number }> = {
  390: { width: 300, perRow: 6 },
  768: { width: 440, perRow: 4 },
  1440: { width: 900, perRow: 2 },
}
const rowsPerSheet = 2
const gap = 12

const folder = process.env.PICTURES ?? path.join(tmpdir(), 'panel-screens')

/** Screens without an entry in the menu. */
const furtherPaths = [
  'richieste/availability_request/1/',
  'richieste/nuova/',
  'clienti/1/',
  'registro/blocco/',
  'viaggi/nuovo/',
  'calendario/?vista=settimana',
  'calendario/?vista=elenco',
  'veicoli/1/',
  'autisti/1/',
  'fogli-di-servizio/1/',
  'giorni-chiusi/1/',
  'tratte/1/',
  'localita/1/',
  'listini/1/',
  'blog/1/',
  'prezzimod/cronologia/',
  'lingue/nomi/',
  'reindirizzamenti/non-trovate/',
  'lingue/place/1/de/',
  'privacy/?search=rossi',
]

interface Seen {
  path: string
  picture: Buffer
  /** Faults of the layout, in words. */
  faults: string[]
  firstCardPx: number
}

export async function measure(): Promise<Row[]> {
  mkdirSync(folder, { recursive: true })
  await using site = await openSite()
  // On Linux, Chromium writes date and time fields in the language of its environment, whatever the page's locale.
  Object.assign(process.env, { LANG: 'it_IT.UTF-8', LANGUAGE: 'it' })
  await using browser = await openBrowser()
  const { write } = site.db
  await emptyLists(write)
  // Only a super admin opens the sections of users and of personal data.
  await write`update admin_users set role = 'superAdmin' where username = 'bench'`
  const wanted = process.env.SECTIONS?.split(',') ?? [...(await menuPaths(site, browser)), ...furtherPaths]
  const rows: Row[] = []
  let filled = 0
  for (const number of numbers) {
    if (number > 0) await addRows(write, filled + 1, number)
    filled = number
    const opened = wanted.filter((one) => number > 0 || !/\/1\//.test(one))
    for (const size of sizes) rows.push(await openAll(site, browser, { number, size, opened }))
  }
  console.log(`pictures in ${folder}`)
  return rows
}

async function menuPaths(site: Site, browser: OpenBrowser): Promise<string[]> {
  const page = await panelPage(site, browser)
  await page.goto('/admin/')
  const links = page.locator('#menu nav a')
  await links.first().waitFor()
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  await page.close()
  return [...new Set(paths.map((path) => path.replace('/admin/', '')))]
}

interface Round {
  number: number
  size: { width: number; height: number }
  opened: string[]
}

async function openAll(site: Site, browser: OpenBrowser, { number, size, opened }: Round): Promise<Row> {
  const page = await panelPage(site, browser, { viewport: size })
  const seen: Seen[] = []
  for (const one of opened) seen.push(await look(page, one))
  await page.close()
  await storeSheets(`${size.width}-${number}`, size, seen)
  const faults = seen.flatMap(({ path, faults }) => faults.map((fault) => `${path || 'Oggi'}: ${fault}`))
  for (const fault of faults) console.log(`${size.width} px, ${number} rows, ${fault}`)
  const card = seen.find(({ path }) => path === 'richieste/')?.firstCardPx ?? 0
  return {
    work: `${opened.length} screens at ${size.width} px with ${number.toLocaleString('en')} rows`,
    ours: `${faults.length} faults${size.width < 768 && card > 0 ? `, card of a request ${card} px` : ''}`,
    goal: '0 faults',
    met: faults.length === 0 && (size.width >= 768 || card <= 110),
  }
}

async function look(page: Page, path: string): Promise<Seen> {
  await page.goto(`/admin/${path}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const waiting = page.getByRole('status', { name: 'Caricamento in corso' })
  for (let tries = 0; tries < 200 && (await waiting.count()) > 0; tries++) await page.waitForTimeout(50)
  await page.waitForTimeout(150)
  const { faults, firstCardPx } = await page.evaluate(layoutOf)
  return { path, picture: await page.screenshot(), faults, firstCardPx }
}

/** Runs in the page. Returns up to five faults. `firstCardPx` is the height of the list's first row, 0 without one. */
function layoutOf(): { faults: string[]; firstCardPx: number } {
  const faults: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) faults.push(`${scrollWidth - clientWidth} px of sideways scroll`)
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 30)}"`
  for (const element of document.querySelectorAll(
    'main :is(p, a, button, td, th, h1, h2, h3, label, span, li, input, select)',
  )) {
    const style = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    if (box.width <= 1 || style.visibility === 'hidden' || element.closest('.sr-only, [role=grid]')) continue
    const isClipped = element.closest('.overflow-x-auto, .overflow-auto, [class*=overflow-x], .truncate')
    if (box.right > clientWidth + 1 && !isClipped)
      faults.push(`${nameOf(element)} ends at ${Math.round(box.right)} px`)
    const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
    if (isCut && style.overflowX === 'hidden' && style.textOverflow !== 'ellipsis')
      faults.push(`${nameOf(element)} is cut`)
  }
  const card = document.querySelector('main tbody tr')
  return { faults: faults.slice(0, 5), firstCardPx: Math.round(card?.getBoundingClientRect().height ?? 0) }
}

async function storeSheets(name: string, size: Round['size'], seen: Seen[]): Promise<void> {
  const sheet = sheets[size.width]
  if (!sheet) return
  const { width, perRow } = sheet
  const height = Math.round((size.height * width) / size.width)
  const perSheet = perRow * rowsPerSheet
  for (let from = 0; from < seen.length; from += perSheet) {
    const tiles = await Promise.all(
      seen.slice(from, from + perSheet).map(async ({ picture }, place) => ({
        input: await sharp(picture).resize({ width }).toBuffer(),
        left: gap + (place % perRow) * (width + gap),
        top: gap + Math.floor(place / perRow) * (height + gap),
      })),
    )
    await sharp({
      create: {
        width: gap + perRow * (width + gap),
        height: gap + rowsPerSheet * (height + gap),
        channels: 3,
        background: '#46566b',
      },
    })
      .composite(tiles)
      .png({ palette: true })
      .toFile(path.join(folder, `${name}-${String(from / perSheet).padStart(2, '0')}.png`))
  }
}
