import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { statusLink } from '../../../src/modules/leads/lead/link.queries.ts'
import { openApp } from '../../app.ts'
import { startedBrowser } from '../../browser.ts'
import { given } from '../../given.ts'
import { long } from '../../length.ts'
import { newAddress } from '../../newAddress.ts'
import { resultsPage, templates } from '../../templates.ts'

// Each form of the site is also a tool for a visitor's AI assistant (WebMCP). The tests read the tools from Chromium.

const app = await openApp({ data: 'demo' })

interface Tool {
  name: string
  description: string
  /** Missing for a form without fields. */
  inputSchema?: { properties?: Record<string, { description?: string; title?: string }> }
}

test(
  'each form of each page is a tool with a description for each field, and none sends itself',
  long,
  async () => {
    const { code } = await given.lead(app, 'request')
    const status = new URL(statusLink({ code }, app.runtime.context)).pathname
    const italian = [
      ...templates,
      resultsPage,
      `${resultsPage.replace('Gallipoli', 'Via+Roma+12')}&passeggeri=3`,
      '/richiesta/?departure=Aeroporto+Brindisi&destination=Gallipoli&passeggeri=3',
      '/newsletter/',
      '/newsletter/conferma/?t=abc',
      '/newsletter/disiscrizione/?t=abc',
      status,
    ]
    const browser = await startedBrowser((options) => chromium.launch(options), '--enable-features=WebMCP')
    const seen = new Set<string>()
    const texts = new Map<string, string>()
    try {
      const page = await browser.newPage({ extraHTTPHeaders: { 'x-forwarded-for': newAddress() } })
      const session = await page.context().newCDPSession(page)
      const tools = new Map<string, Tool>()
      const issues: Promise<string>[] = []
      /** Names the page and the field of an issue. */
      const stated = async (errorType: string, backendNodeId?: number) => {
        const at = await session.send('DOM.describeNode', { backendNodeId }).catch(() => null)
        return `${page.url()} ${errorType} ${at?.node.attributes?.join(' ') ?? 'of a field that is gone'}`
      }
      session.on('Audits.issueAdded', ({ issue }) => {
        const { errorType = '', violatingNodeId } = issue.details.genericIssueDetails ?? {}
        if (errorType.startsWith('FormModelContext')) issues.push(stated(errorType, violatingNodeId))
      })
      const found = session as unknown as { on(name: string, fn: (event: { tools: Tool[] }) => void): void }
      found.on('WebMCP.toolsAdded', ({ tools: added }) => {
        for (const tool of added) tools.set(tool.name, tool)
      })
      await session.send('Audits.enable')
      await session.send('WebMCP.enable' as 'Audits.enable')
      for (const path of [...italian, '/en/', '/de/anfrage/', '/en/contact/', '/fr/prix/']) {
        // Leaves the previous page, so that Chromium removes the tools of that page.
        await page.goto('about:blank')
        tools.clear()
        issues.length = 0
        expect((await page.goto(app.origin + path))?.status()).toBe(200)
        const forms = await page
          .locator('form')
          .evaluateAll((all) => all.map((form) => form.getAttribute('toolname')))
        expect([path, new Set(forms).size, forms.includes(null)]).toEqual([path, forms.length, false])
        await expect.poll(() => [path, [...tools.keys()].sort()]).toEqual([path, forms.toSorted()])
        expect(await Promise.all(issues)).toEqual([])
        await expect.poll(() => page.locator('[toolautosubmit]').count()).toBe(0)
        for (const { name, description, inputSchema } of tools.values()) {
          seen.add(name)
          expect(description).toMatch(/^[A-Z].{30,120}\.$/)
          for (const [field, { description = '' }] of Object.entries(inputSchema?.properties ?? {})) {
            // The description of a field is English on every page. Without one Chromium uses the translated label.
            const known = texts.get(`${name} ${field}`) ?? description
            expect([path, field, description]).toEqual([path, field, known || 'a description'])
            texts.set(`${name} ${field}`, known)
          }
        }
      }
      expect([...seen].sort()).toEqual([
        'cancel_request',
        'confirm_newsletter',
        'end_newsletter',
        'filter_routes',
        'find_fare',
        'request_change',
        'request_ride',
        'send_message',
        'subscribe_newsletter',
      ])
    } finally {
      await browser.close()
    }
  },
)
