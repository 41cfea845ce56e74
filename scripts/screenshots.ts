import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { openBrowser } from '../test/browser.ts'

// `npm run screenshots -- http://localhost:3000`: the pictures of the README, taken from a running site.

const [site = 'http://localhost:3000'] = process.argv.slice(2)
const folder = path.join(import.meta.dirname, '..', 'docs', 'screenshots')
const pages = {
  home: '/',
  routes: '/tratte/',
  route: '/tratte/transfer-aeroporto-brindisi-gallipoli/',
  prices: '/prezzi/',
}
const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

mkdirSync(folder, { recursive: true })
await using browser = await openBrowser()
for (const viewport of sizes) {
  const page = await browser.page({ viewport, baseURL: site })
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.screenshot({ path: path.join(folder, `${name}-${viewport.width}.png`) })
  }
}
