import { audit, told } from '../../../kernel/audit.ts'
import { numberText } from '../../../kernel/italianFormats.ts'
import { createJob, runJob } from '../../../kernel/job.ts'
import { handle, on } from '../../../kernel/message.ts'
import { buildSitemap } from './build.ts'
import { differenceText, GenerateSitemap, sitemapRequested } from './contract.ts'

export const generateSitemap = handle(GenerateSitemap, async (tx, _input, caller) => {
  const jobId = await createJob(tx, 'sitemap', {}, caller)
  await audit(tx, caller, told(sitemapRequested, { jobId }), `jobs/${jobId}`, null, null)
  return { jobId }
})

export const buildRequestedSitemap = on(
  'content:buildRequestedSitemap',
  sitemapRequested,
  ({ jobId }, { read, write, context, isLastTry }) =>
    runJob(write, { jobId, isLast: isLastTry }, async (progress) => {
      if (!(await progress.goesOn())) return null
      const built = await buildSitemap({ read, write, context }, async (done, files) => {
        if (done === 1) await progress.total(files)
        await progress.log(`File ${numberText(done)} di ${numberText(files)}`, done)
      })
      await progress.log(`Indirizzi: ${differenceText(built)}`)
      return built
    }),
)
