import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../scripts/postgres/embeddedPostgres.ts'
import { seed } from '../scripts/seed.ts'
import { openDatabase } from '../src/platform/db.ts'
import { migrate } from '../src/platform/migrate.ts'
import { startSharedBrowser } from './browser.ts'

const root = path.join(import.meta.dirname, '..')

/** Starts one PostgreSQL for the run, with a migrated and a seeded database that tests clone, and one browser. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildSite()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'salento-test-'))
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
    // Vitest calls no teardown after a failed setup, and the server outlives its starter.
    await teardown()
    throw error
  }
  project.provide('postgresUrl', server.url)
  return teardown
}

/** Pages need Vite's output. `npm test` builds it; a lone `vitest` may find none. */
function buildSite(): void {
  if (existsSync(path.join(root, 'dist', 'server', 'server.js'))) return
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
}

async function createTemplates(server: string): Promise<void> {
  const url = (database: string) => server.replace(/\/[^/]*$/, `/${database}`)
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  await admin`create database template_empty`
  await migrate(url('template_empty'))
  await admin`create database template_demo template template_empty`
  const demo = openDatabase(url('template_demo'), { connections: 1 })
  await seed(demo.write)
  // A template with open connections cannot be cloned.
  await demo.close()
  await admin.end()
}
