import type { Context } from '../../../kernel/context.ts'
import type { Tools } from '../../../kernel/message.ts'
import { romanToday } from '../../../kernel/romanDay.ts'
import type { Sql } from '../../../platform/db.ts'
import { buildSitemap } from './build.ts'
import { buildTask } from './storedFiles.ts'

/** Seconds from a change to the build, so that the changes of a moment share one build. */
const collectSeconds = 1

/** Pause after a build, as a multiple of its seconds: during constant changes a worker builds for a third of the time. */
const pause = 2

/**
 * Queues a build if the sitemap depends on one of the changed tables; null means that any table may have changed. A waiting
 * job keeps its time, and a change during a build adds a job. The queue is serial.
 */
export async function queueSitemap(write: Sql, changedTables: string[] | null): Promise<void> {
  await write`
    select graphile_worker.add_job('buildSitemap', '{}'::json, queue_name := 'sitemap', job_key := 'sitemap',
      job_key_mode := 'preserve_run_at', run_at := greatest(now() + make_interval(secs => ${collectSeconds}),
        (select built_at + make_interval(secs => ${pause} * seconds) from sitemap_state)))
    where ${changedTables}::text[] is null
      or not exists (select from sitemap_state where not tables && ${changedTables}::text[])`
}

/** Minutes after which a build that no change asked for finds what a lost notification has not said. */
const againMinutes = 60

/**
 * Builds the sitemap if it is missing, of another day or site, older than an hour, or if the latest build failed. Returns
 * the number of URLs that differ.
 */
export async function buildDueSitemap(tools: Tools): Promise<number> {
  return (await isDue(tools.write, tools.context)) ? buildAndCount(tools) : 0
}

export async function buildAndCount(tools: Tools): Promise<number> {
  const { added, removed, changed } = await buildSitemap(tools)
  return added + removed + changed
}

async function isDue(sql: Sql, context: Context): Promise<boolean> {
  const [row] = await sql<[{ isDue: boolean }]>`
    select not exists (select from sitemap_state
        where origin = ${context.site.origin} and day = ${romanToday(context)}
          and built_at > now() - make_interval(mins => ${againMinutes}))
      or exists (select from periodic_runs where name = ${buildTask} and last_error is not null) as is_due`
  return row.isDue
}
