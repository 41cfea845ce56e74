import type { Command } from 'commander'
import {
  GenerateSitemap,
  ReadSitemapState,
  type SitemapBuild,
} from '../../src/modules/content/sitemap/contract.ts'
import { SubmitImportantPages } from '../../src/modules/integrations/indexnow/contract.ts'
import { followJob, noWait, type Waiting } from './follow.ts'
import { printOutcome } from './output.ts'
import { callOrRehearse, type Session, withSession } from './session.ts'

export function addSearchEngineCommands(program: Command): void {
  program
    .command('sitemap')
    .description('build the sitemap')
    .command('generate')
    .option('--yes', 'build it')
    .option(...noWait)
    .description('build the sitemap now and say what changed; the worker also builds it after each change')
    .action(({ yes = false, ...options }: Waiting & { yes?: boolean }) =>
      withSession(async (session) => {
        const { jobId } = await callOrRehearse(session, GenerateSitemap, {}, yes)
        if (yes) await followJob(session, jobId, options, (result) => buildText(result as SitemapBuild))
        else await printStored(session)
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

const buildText = ({ urlCount, files, added, removed, changed }: SitemapBuild) =>
  `${urlCount} addresses in ${files} files: ${added} added, ${removed} removed, ${changed} with another date`

/** A dry run builds nothing, so it says what is stored. */
async function printStored({ call }: Session): Promise<void> {
  const { stored, error } = await call(ReadSitemapState)
  const text = stored
    ? `The sitemap would be built. Stored at ${stored.builtAt}: ${stored.urlCount} addresses in ${stored.files} files`
    : 'The sitemap would be built. None is stored yet'
  printOutcome({ stored, error }, false, text)
}
