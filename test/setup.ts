import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../scripts/postgres/embeddedPostgres.ts'
import { startSharedBrowser } from './browser.ts'
import { createDatabaseFolder } from './databaseFolder.ts'
import { createTemplates } from './databases.ts'

const root = path.join(import.meta.dirname, '..')

/** Starts one PostgreSQL with the databases that tests clone, and one browser. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildSite()
  const { TEST_POSTGRES: given } = process.env
  if (given) {
    // The run that started this run has already started the database and the browser.
    project.provide('postgresUrl', given)
    return async () => {}
  }
  const dataDir = createDatabaseFolder()
  let server: Awaited<ReturnType<typeof startEmbedded>> | null = null
  let browser: Awaited<ReturnType<typeof startSharedBrowser>> | null = null
  const teardown = async () => {
    await browser?.stop()
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    server = await startEmbedded({ dataDir, fast: true })
    await createTemplates(server.url)
    browser = await startSharedBrowser()
  } catch (error) {
    // Vitest calls no teardown after a failed setup, so the database would keep running.
    await teardown()
    throw error
  }
  project.provide('postgresUrl', server.url)
  return teardown
}

/** Builds the site if no build exists, because pages need Vite's output and the command `vitest` does not build. */
function buildSite(): void {
  if (existsSync(path.join(root, 'dist', 'server', 'server.js'))) return
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
}
