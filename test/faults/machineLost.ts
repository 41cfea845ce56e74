import { setTimeout as sleep } from 'node:timers/promises'
import { textRequested } from '../../src/modules/integrations/ai/contract.ts'
import { openMailbox } from '../providers/smtp.ts'
import { sendContact } from './outages.ts'
import type { System } from './system.ts'
import { configure } from './traffic.ts'
import { settled } from './verdict.ts'

const queues = ['all', 'mail', 'texts']

/** Environments of the workers of two machines. */
export const workersOfTwo = [...queues, ...queues].map((queue) => ({ WORKER_QUEUES: queue }))

/**
 * Kills all workers of one of two machines after half of the time. Returns the longest wait of an event, a mail and a
 * text in seconds, and how many scheduled tasks ran twice in a minute before the kill.
 */
export async function machineLost(
  system: System,
  cookie: string,
  { seconds, rate }: { seconds: number; rate: number },
) {
  const { sql, origins, worker } = system
  await using mailbox = await openMailbox()
  await configure(system, cookie, mailbox.port)
  const lost = worker.slice(0, queues.length)
  await sql.unsafe(`
    create table task_runs (name text, started_at timestamptz);
    create function note_run() returns trigger language plpgsql as $$
      begin insert into task_runs values (new.name, new.started_at); return new; end $$;
    create trigger note_run after insert or update on periodic_runs for each row when (new.runs_until is not null)
      execute function note_run()`)
  // Each machine has six worker pools: four in the process for all queues, one in each other process.
  for (let pools = 0; pools < 12; await sleep(100))
    pools = (await sql<[{ pools: number }]>`select count(*)::int as pools from workers`)[0].pools
  // With another host name the other workers cannot look up whether the lost processes still run.
  await sql`update workers set host = 'elsewhere' where pid = any(${lost.map(({ pid = 0 }) => pid)})`
  const startedAt = Date.now()
  let lostAt: Date | null = null
  let sent = 0
  const asking: Promise<unknown>[] = []
  while (Date.now() - startedAt < seconds * 1_000) {
    if (!lostAt && Date.now() - startedAt > seconds * 500) {
      lostAt = new Date()
      for (const one of lost) one.lose()
    }
    asking.push(sendContact(origins[0] ?? '', `Pia ${sent++}`))
    // The event names a job that does not exist, so no text is requested from a provider.
    asking.push(sql`
      with event as (
        insert into outbox (type, payload) values (${textRequested.type}, '{"jobId": 1000000000}') returning id)
      select graphile_worker.add_job('dispatch', json_build_object('eventId', id), job_key := 'dispatch:' || id)
      from event`)
    await sleep(1_000 / rate)
  }
  await Promise.all(asking)
  await settled(system, 90_000)
  const [waits] = await sql<[{ event: number; text: number; mail: number; mails: number }]>`
    select
      (select max(extract(epoch from dispatched_at - occurred_at)) from outbox)::float8 as event,
      (select max(extract(epoch from changed_at - occurred_at)) from effects join outbox on id = outbox_id
        where type = ${textRequested.type})::float8 as text,
      (select max(extract(epoch from sent_at - created_at)) from email_messages)::float8 as mail,
      (select count(*) from email_messages where state = 'sent')::int as mails`
  const [slowest] = await sql`
    select attempts, is_uncertain from email_messages order by sent_at - created_at desc limit 1`
  // After the kill, a task that the killed worker was running may run again. The sitemap is also built when a worker
  // starts and after each change of a page.
  const doubled = await sql`
    select name from task_runs where started_at < ${lostAt} and name <> 'buildSitemap'
    group by name, date_trunc('minute', started_at) having count(*) > 1`
  const [runs] = await sql<[{ runs: number }]>`select count(*)::int as runs from task_runs`
  return { sent, ...waits, slowest, taskRuns: runs.runs, doubledTasks: doubled.length }
}
