import type { Command } from 'commander'
import { CancelJob, type Job, ListJobs } from '../../src/modules/operations/jobs/contract.ts'
import { followJob, readJob } from './follow.ts'
import { print, quoted, wholeNumber } from './output.ts'
import { withSession } from './session.ts'

export function addJobCommands(program: Command): void {
  const jobs = program.command('jobs').description('long work: what runs, how far it is, how it ended')
  jobs
    .command('list')
    .option('--kind <kind>', 'only jobs of this kind, such as bulk-routes')
    .option('--limit <n>', 'maximum number', wholeNumber, 20)
    .description('newest first')
    .action((options: { kind?: string; limit: number }) =>
      withSession(async ({ call }) => {
        const { items } = await call(ListJobs, options)
        print(items, items.map(jobText).join('\n') || 'None')
      }),
    )
  jobs
    .command('show')
    .argument('<id>', 'id of a job, from `jobs list`', wholeNumber)
    .description('show a job with its operations log')
    .action((id: number) =>
      withSession(async (session) => {
        const job = await readJob(session, id)
        const lines = job.log.map(({ at, message }) => `  ${at}  ${quoted(message)}`)
        print(job, [jobText(job), ...lines].join('\n'))
      }),
    )
  jobs
    .command('follow')
    .argument('<id>', 'id of a job, from `jobs list`', wholeNumber)
    .description('follow a job until it ends; runs it if no worker is running')
    .action((id: number) => withSession((session) => followJob(session, id, { wait: true })))
  jobs
    .command('cancel')
    .argument('<id>', 'id of a job, from `jobs list`', wholeNumber)
    .description('cancel a job between two of its steps; finished steps stay')
    .action((id: number) =>
      withSession(async ({ call }) => {
        const job = await call(CancelJob, { id })
        print(job, jobText(job))
      }),
    )
}

function jobText({ id, kind, status, progress, startedBy, createdAt, error }: Omit<Job, 'log'>): string {
  const done = progress.total > 0 ? `  ${progress.done}/${progress.total}` : ''
  return `${id}  ${createdAt}  ${status.padEnd(9)} ${kind}${done}  by ${startedBy}${error ? `: ${quoted(error)}` : ''}`
}
