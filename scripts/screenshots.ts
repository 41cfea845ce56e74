import './node24.cjs'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { openBrowser, quiet } from '../test/browser.ts'
import { resultsPage, templates } from '../test/templates.ts'

// `npm run screenshots -- http://localhost:3000 [username password]` takes the pictures of the README and a sheet of
// all pages. With username and password it also takes pictures of the panel.

const [site = 'http://localhost:3000', username, password] = process.argv.slice(2)
const folder = path.join(import.meta.dirname, '..', 'docs', 'screenshots')
const readme = readFileSync(path.join(import.meta.dirname, '..', 'README.md'), 'utf8')
const route = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
const pages = [...templates, resultsPage, '/richiesta/', '/under-construction/', '/non-esiste/']
const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 844 },
  { width: 1440, height: 844 },
]
const single: Record<string, string> = { '/': 'home', [route]: 'route', '/prezzi/': 'prices' }
const panel: Record<string, string> = {
  '/admin/': 'panel-dashboard',
  '/admin/richieste/': 'panel-inbox',
  '/admin/tratte/1/': 'panel-route',
  '/admin/prezzimod/': 'panel-prices',
}

/** Scale of a picture in the sheet, which has a row for each page and a column for each width. */
const scale = 0.3
const gap = 16

mkdirSync(folder, { recursive: true })
await using browser = await openBrowser()
const tiles: { input: Buffer; left: number; top: number }[] = []
let left = gap
for (const viewport of sizes) {
  const page = await browser.page({ viewport, baseURL: site })
  for (const [row, address] of pages.entries()) {
    await page.goto(address)
    await quiet(page)
    const picture = await page.screenshot()
    const name = single[address]
    if (name) await keep(picture, `${name}-${viewport.width}.png`)
    tiles.push({
      input: await sharp(picture)
        .resize({ height: Math.round(viewport.height * scale) })
        .toBuffer(),
      left,
      top: gap + row * (Math.round(viewport.height * scale) + gap),
    })
  }
  left += Math.round(viewport.width * scale) + gap
}
await sharp({
  create: {
    width: left,
    height: gap + pages.length * (Math.round(844 * scale) + gap),
    channels: 3,
    background: '#46566b',
  },
})
  .composite(tiles)
  .webp({ quality: 80 })
  .toFile(path.join(folder, 'all-pages.webp'))

if (username && password)
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    const page = await browser.page({ viewport, baseURL: site })
    await page.goto('/admin/login/')
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin/')
    for (const [address, name] of Object.entries(panel)) {
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      // The event stream stays open, so the network never becomes idle.
      await page.waitForTimeout(1_500)
      await keep(await page.screenshot(), `${name}-${viewport.width}.png`)
    }
  }

async function keep(picture: Buffer, file: string): Promise<void> {
  if (readme.includes(`screenshots/${file}`))
    await sharp(picture).png({ palette: true }).toFile(path.join(folder, file))
}
