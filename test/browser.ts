import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'

// A real Chromium from npm, complete with its libraries and fonts: it runs on a bare machine, as root or not.

/** A browser of its own: `await using browser = await openBrowser()`. */
export async function openBrowser() {
  const { executablePath, env } = unpacked()
  const browser = await chromium.launch({ executablePath, env, args: launchArguments })
  const problems: string[] = []
  return {
    /** A page with cookies and storage of its own; `options` say its size, language, touch, colours. */
    async page(options: BrowserContextOptions = {}): Promise<Page> {
      const context = await browser.newContext({ locale: 'it-IT', timezoneId: 'Europe/Rome', ...options })
      const page = await context.newPage()
      const note = (what: string) => problems.push(`${page.url()}: ${what}`)
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) note(`${message.type()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => note(`uncaught: ${error.message}`))
      page.on('crash', () => note('the page crashed'))
      return page
    },
    /** Every warning, error and uncaught exception so far, of all pages. */
    problems: () => [...problems],
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

/**
 * What axe finds wrong with the page as it stands, a line for each element; and what it could not decide where
 * `incomplete` asks for it. Every rule is on: WCAG A to AAA and best practice alike.
 */
export async function axeProblems(page: Page, { except = [] }: { except?: string[] } = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ rules: allRules(page), resultTypes: ['violations'] })
  const { violations } = await axe.disableRules(except).analyze()
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const why = failureSummary.split('\n').slice(1).join(' ').replace(/\s+/g, ' ').trim()
      return `${id} (${impact}) ${target.flat().join(' ')}: ${help}. ${why}`
    }),
  )
}
