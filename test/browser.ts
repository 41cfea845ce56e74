import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import axe from 'axe-core'
import {
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core'
import { consentKey, consentVersion } from '../src/modules/settings/privacy/contract.ts'
import { reasonOf } from '../src/platform/log.ts'
import { newAddress } from './newAddress.ts'

// On Linux x64 the tests use Chromium from npm with its libraries and fonts. The tests unpack Chromium into this
// project, because the temporary folder may contain a `chromium` without the fonts.

const root = path.join(import.meta.dirname, '..')
const chromiumFolder = path.join(root, 'node_modules', '.onDemand', 'chromium')

// Replaces the package's `chromium.args`, which switch web security off and run everything in one process.
const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Milliseconds that an act of a test waits for its element: twenty other processes may slow the machine. */
const patienceMs = Number(process.env.TEST_PATIENCE_MS ?? 90_000)

export interface PageOptions extends BrowserContextOptions {
  /** True for a visitor without a cookie choice; by default only necessary cookies are accepted. */
  isFirstVisit?: boolean
}

export interface OpenBrowser extends AsyncDisposable {
  /** Pages share no cookie or storage. `baseURL` makes `page.goto('/prezzi/')` work. */
  page(options?: PageOptions): Promise<Page>
  /** Errors, warnings and crashes of all pages until now: `expect(browser.problems()).toEqual([])`. */
  problems(): string[]
}

/**
 * Starts the browser that all test files of a run share. If no browser starts, prints the reason and does not throw.
 */
export async function startSharedBrowser(): Promise<{ stop(): Promise<void> }> {
  try {
    const server = await startedBrowser((options) => chromium.launchServer(options))
    process.env.TEST_BROWSER = server.wsEndpoint()
    return { stop: () => server.close() }
  } catch (error) {
    console.error(reasonOf(error))
    return { stop: async () => {} }
  }
}

/** Connects to the shared browser of the tests. Benchmarks and scripts start their own browser. */
export async function openBrowser(): Promise<OpenBrowser> {
  const shared = process.env.TEST_BROWSER
  const browser = shared
    ? await chromium.connect(shared)
    : await startedBrowser((options) => chromium.launch(options))
  const problems: string[] = []
  return {
    async page({ isFirstVisit = false, ...options } = {}) {
      const context = await browser.newContext({
        locale: 'it-IT',
        timezoneId: 'Europe/Rome',
        viewport: { width: 1280, height: 800 },
        // Tests and axe must not look at a page during an animation.
        reducedMotion: 'reduce',
        // A service worker would hide requests from `page.route`.
        serviceWorkers: 'block',
        ...options,
        // Each page has its own IP address, because limits count by IP address.
        extraHTTPHeaders: { 'x-forwarded-for': newAddress(), ...options.extraHTTPHeaders },
      })
      context.setDefaultTimeout(patienceMs)
      await context.addInitScript(watchTexts)
      if (!isFirstVisit)
        await context.addInitScript(refuseCookies, { key: consentKey, version: consentVersion })
      const page = await context.newPage()
      watch(page, problems)
      return page
    },
    problems: () => [...problems],
    async [Symbol.asyncDispose]() {
      for (const context of browser.contexts()) {
        // A route handler that still responds after its page was closed would cause an error outside any test.
        await Promise.all(
          [context, ...context.pages()].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })),
        )
        await context.close()
      }
      await browser.close()
    },
  }
}

/** The mouse moves twice, because boot.ts ignores an event without movement. */
export async function hydrate(page: Page): Promise<void> {
  await page.mouse.move(5, 5)
  await page.mouse.move(9, 9)
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
}

/** Runs in the page, before a dialog is left. Prolongs the fade of dialogs to two seconds, for presses meanwhile. */
export function slowFade(fadeMs: number): void {
  const later = window.setTimeout
  window.setTimeout = ((act: () => void, ms?: number) =>
    later(act, ms === fadeMs ? 2_000 : ms)) as typeof window.setTimeout
}

const quietMs = 500

/** Waits until the page begins no request for half a second. The state `networkidle` of Playwright sometimes never comes. */
export async function quiet(page: Page): Promise<void> {
  let last = performance.now()
  const note = () => {
    last = performance.now()
  }
  page.on('request', note)
  while (performance.now() - last < quietMs) await new Promise((resolve) => setTimeout(resolve, 50))
  page.off('request', note)
}

/** Returns a function that resolves to the files that the page has loaded, with their sizes as sent, in bytes. */
export function loadedBy(page: Page): () => Promise<{ url: string; type: string; bytes: number }[]> {
  const finished: Request[] = []
  page.on('requestfinished', (request) => finished.push(request))
  // Asks for the sizes late: a `sizes()` still pending when the page closes would be an unhandled rejection.
  return () =>
    Promise.all(
      finished.map(async (request) => ({
        url: request.url(),
        type: request.resourceType(),
        bytes: (await request.sizes()).responseBodySize,
      })),
    )
}

/** Runs before the page's own scripts. */
function refuseCookies({ key, version }: { key: string; version: string }): void {
  // `about:blank` and similar pages have no storage.
  if (!location.protocol.startsWith('http') || localStorage.getItem(key)) return
  const consent = { necessary: true, analytics: false, marketing: false, timestamp: Date.now(), version }
  localStorage.setItem(key, JSON.stringify(consent))
}

/**
 * Runs in the page. Warns if the public site changes a text that has siblings, or inserts something before such a text. A
 * translator replaces each text by an element, and React would then change or look for a text that is no longer there. A
 * text that is the only child of its element is safe: React writes it into the element.
 */
function watchTexts(): void {
  const isText = (node: Node | null) => node?.nodeType === Node.TEXT_NODE
  const isUnsafe = ({
    type,
    target,
    addedNodes,
    removedNodes,
    previousSibling,
    nextSibling,
  }: MutationRecord) => {
    if (type === 'characterData')
      return isText(target) && target.parentNode && target.parentNode.childNodes.length > 1
    const hasSiblings = previousSibling !== null || nextSibling !== null
    return (
      (hasSiblings && [...addedNodes, ...removedNodes].some(isText)) ||
      (addedNodes.length > 0 && isText(nextSibling))
    )
  }
  const look = (records: MutationRecord[]) => {
    // Here a test translates the page.
    if (document.documentElement.classList.contains('translated-ltr')) return
    for (const record of records) {
      const { target } = record
      const element = target instanceof Element ? target : target.parentElement
      if (element?.closest('#app') && !element.closest('[data-kept]') && isUnsafe(record))
        console.warn(`A translator breaks this: ${element.outerHTML.slice(0, 300)}`)
    }
  }
  new MutationObserver((_, waiting) => {
    if (!document.documentElement.hasAttribute('data-ready')) return
    waiting.disconnect()
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-ready'] })
}

function watch(page: Page, problems: string[]): void {
  const note = (what: string) => problems.push(`${page.url()}: ${what}`)
  page.on('console', (message) => {
    const { url, lineNumber } = message.location()
    // The option `serviceWorkers: 'block'` causes this warning.
    if (message.text().startsWith('Service Worker registration blocked')) return
    if (['error', 'warning'].includes(message.type()))
      note(`${message.type()}: ${message.text()} (${url}:${lineNumber + 1})`)
  })
  page.on('pageerror', (error) => note(`uncaught: ${error.stack ?? error.message}`))
  page.on('crash', () => note('the page crashed'))
}

// Rules selected by tag include those that axe disables by default. Level AAA is not a goal.
const rules = 'wcag2a wcag2aa wcag21a wcag21aa wcag22a wcag22aa best-practice experimental'.split(' ')

/** Returns one line per problem and element. Checks WCAG 2.2 A and AA, best practices and experimental rules. */
export async function axeProblems(
  page: Page,
  { except = [] }: { except?: string[] } = {},
): Promise<string[]> {
  // A page that is checked again already has axe, whose source is half a megabyte long.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ rules, except }) => {
      const { scrollY } = window
      // Where the page happens to be scrolled, a sticky header may hide half a button, which axe reports as too small.
      window.scrollTo({ top: 0, behavior: 'instant' })
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: rules,
        rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
        resultTypes: ['violations'],
        // Frames have pages of other origins.
        iframes: false,
      })
      window.scrollTo({ top: scrollY, behavior: 'instant' })
      return violations.flatMap(({ id, impact, help, nodes }) =>
        nodes.map(({ target, failureSummary = '' }) => {
          // Omits the first line, which only says that one of the following problems must be fixed.
          const [, ...reasons] = failureSummary.split('\n').map((line) => line.trim())
          return `${id} (${impact}) at ${target.join(' ')}: ${help}. ${reasons.join('; ')}`
        }),
      )
    },
    { rules, except },
  )
}

/** Starts the browser in `CHROME_PATH`, else Chromium from npm on Linux x64, else an installed browser. */
export async function startedBrowser<T>(
  start: (options: LaunchOptions) => Promise<T>,
  ...moreArguments: string[]
): Promise<T> {
  const args = [...launchArguments, ...moreArguments]
  const errors: string[] = []
  for (const browser of browsers())
    try {
      return await start({ ...browser, args })
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error))
    }
  throw new Error(
    `No browser for the tests on ${process.platform} ${process.arch}: install Chrome, Edge or Chromium, or name one ` +
      `in CHROME_PATH.\n${errors.join('\n')}`,
  )
}

function browsers(): LaunchOptions[] {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH) return [{ executablePath: CHROME_PATH }]
  if (process.platform === 'linux' && process.arch === 'x64') return [unpackedChromium()]
  const channels = ['chrome', 'msedge', 'chromium'].map((channel) => ({ channel }))
  // Path of Debian's package, which Playwright does not search.
  return [...channels, { executablePath: '/usr/bin/chromium' }]
}

/** Uses the libraries and fonts of the npm package, so that the machine needs no Debian package. */
function unpackedChromium(): LaunchOptions {
  execFileSync(process.execPath, [path.join(root, 'scripts/onDemand/install.cjs'), 'chromium'], {
    stdio: 'inherit',
  })
  const manifest = path.join(chromiumFolder, 'node_modules', '@sparticuz', 'chromium', 'package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  const folder = path.join(root, 'node_modules', '.cache', `chromium-${version}`)
  if (!existsSync(folder)) unpack(folder)
  return {
    executablePath: path.join(folder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    },
  }
}

/** Unpacks Chromium into a temporary folder and then renames this folder, so that no test finds a partial browser. */
function unpack(folder: string): void {
  mkdirSync(path.dirname(folder), { recursive: true })
  const unpacking = mkdtempSync(`${folder}.`)
  const code = `await (await import('@sparticuz/chromium')).default.executablePath()`
  execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: chromiumFolder,
    // This variable of AWS Lambda makes the package also unpack NSS and expat, which a bare Debian lacks.
    env: { ...process.env, TMPDIR: unpacking, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
  })
  writeFileSync(
    path.join(unpacking, 'fonts.conf'),
    // Lists only the package's fonts, not the machine's, so that pages have the same size everywhere.
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`,
  )
  try {
    renameSync(unpacking, folder)
  } catch (error) {
    rmSync(unpacking, { recursive: true, force: true })
    // The rename also fails if another test file has already unpacked the folder.
    if (!existsSync(folder)) throw error
  }
}

/** Presses Tab until the element has the focus, as a keyboard user does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}
