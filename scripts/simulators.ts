import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openAnthropic } from '../test/providers/anthropic.ts'
import { openBrevo } from '../test/providers/brevo.ts'
import { openGoogle } from '../test/providers/google.ts'
import { openIndexNow } from '../test/providers/indexNow.ts'
import { openOpenAi } from '../test/providers/openAi.ts'
import { openMailbox } from '../test/providers/smtp.ts'

// `npm run dev` simulates every provider as the tests do. Environment variables already set take precedence.

/** Fixed, so that settings entered in the panel stay valid after a restart. */
const smtpPort = 3926
const pollMs = 500

/** Returns the environment variables with which the site reaches the simulators. */
export async function openSimulators(
  given: NodeJS.ProcessEnv,
  { dataDir, port }: { dataDir: string; port: number },
): Promise<Record<string, string>> {
  const [brevo, google, openAi, anthropic, indexNow, mailbox] = await Promise.all([
    openBrevo(),
    openGoogle(),
    openOpenAi(),
    openAnthropic(),
    openIndexNow({ siteAt: `http://127.0.0.1:${port}` }),
    // Takes any free port if another instance uses the fixed port.
    openMailbox({ port: smtpPort }).catch(() => openMailbox()),
  ])
  keepMails(mailbox.mails, path.join(dataDir, 'mails'))
  console.log(
    `Simulators, to be typed into the panel: Brevo's API key xkeysib-ok, or a mail server 127.0.0.1:${mailbox.port};\n` +
      'Google Maps key AIza-test-key-0001. The texts of OpenAI and Anthropic and IndexNow are simulated already.',
  )
  const simulated = {
    BREVO_BASE_URL: `${brevo.url}/v3`,
    GOOGLE_PLACES_BASE_URL: google.url,
    GOOGLE_ROUTES_BASE_URL: google.url,
    INDEXNOW_ENDPOINT: `${indexNow.url}/indexnow`,
    ...openAi.env,
    ...anthropic.env,
  }
  return Object.fromEntries(Object.entries(simulated).filter(([name]) => !given[name]))
}

function keepMails(mails: { to: string[]; subject: string; html: string }[], folder: string): void {
  let shown = 0
  setInterval(() => {
    for (const { to, subject, html } of mails.slice(shown)) {
      shown += 1
      mkdirSync(folder, { recursive: true })
      const file = path.join(folder, `${Date.now()}-${shown}.html`)
      writeFileSync(file, html)
      console.log(`Mail to ${to.join(', ')}: ${subject} (${file})`)
    }
  }, pollMs).unref()
}
