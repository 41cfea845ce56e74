import type { Command } from 'commander'
import { GenerateSitemap, SubmitImportantPages } from '../../src/modules/integrations/indexnow/contract.ts'
import { followJob, noWait, type Waiting } from './follow.ts'
import { print, printOutcome } from './output.ts'
import { callOrRehearse, withSession } from './session.ts'

export function addSearchEngineCommands(program: Command): void {
  program
    .command('sitemap')
    .description('count the pages in the sitemap')
    .command('generate')
    .description('count the addresses in /sitemap.xml; the file is generated at each request')
    .action(() =>
      withSession(async ({ call, config }) => {
        const counted = await call(GenerateSitemap)
        print(counted, `${counted.urlCount} addresses in ${config.siteUrl}/sitemap.xml`)
      }),
    )
  program
    .command('indexnow')
    .description('submit pages to search engines')
    .command('submit')
    .option('--yes', 'send them')
    .option(...noWait)
    .description('send the important pages to IndexNow')
    .action(({ yes = false, ...options }: Waiting & { yes?: boolean }) =>
      withSession(async (session) => {
        const { jobId } = await callOrRehearse(session, SubmitImportantPages, {}, yes)
        if (yes) await followJob(session, jobId, options)
        else printOutcome({}, false, 'The important pages would be submitted')
      }),
    )
}
