import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDayForm } from '../kernel/romanDay.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { encodedPath, withQuery } from '../kernel/sitePath.ts'
import { addressOf } from '../languages/addresses.ts'
import { languageWith } from '../languages/catalogs.ts'
import { localPath } from '../languages/paths.ts'
import {
  isChosen,
  notFoundPath,
  pageAddress,
  pagePathMax,
  readPage,
  redirectBeforePages,
} from '../modules/content/module.ts'
import type { FindMaintenance } from './ownPage.ts'
import type { PageDocuments } from './pageDocuments.ts'
import { keyOf, splitUrl } from './pageUrl.ts'
import { visitCounter } from './pageVisits.ts'
import { sendKept } from './replies.ts'
import { visitor } from './sessions.ts'

type Address = ReturnType<typeof pageAddress>

type Redirected = Awaited<ReturnType<typeof redirectBeforePages>>

interface Parts {
  runtime: Runtime
  documents: PageDocuments
  findMaintenance: FindMaintenance
}

/** Returns a function that sends the page or the redirect of a URL. */
export function pageSender(site: FastifyInstance, { runtime, documents, findMaintenance }: Parts) {
  const { limits, replies, sessions } = site
  const countVisit = visitCounter(limits, runtime.context)

  /** Sends a redirect, or the page for a removed (410) or impossible address in the language of its path. */
  async function sendWithoutPage(request: FastifyRequest, reply: FastifyReply, redirected: Redirected) {
    const { path, search } = splitUrl(request.url)
    const { lang } = addressOf(path)
    const instead = await findMaintenance(request, localPath(languageWith(lang).t, '/'))
    if (instead) return sendKept(request, reply, instead)
    const status = redirected ? redirected.rule.statusCode : 404
    await countVisit(request, { status, path, search, redirect: redirected?.rule.fromPath })
    if (redirected?.location) return reply.redirect(redirected.location, 301)
    const { version } = replies
    const page = await run(runtime, readPage, { path: notFoundPath, lang }, visitor(request))
    return sendKept(request, reply, await documents.ofStatus({ ...page, status }, version))
  }

  async function sendAt(request: FastifyRequest, reply: FastifyReply, address: Address, key: string) {
    const { path, search } = splitUrl(request.url)
    const { version } = replies
    const page = await run(runtime, readPage, address, visitor(request))
    await countVisit(request, { ...page, path, search })
    if (page.location) return reply.redirect(withQuery(page.location, request.url), page.status)
    // Not cached, because pages for a search, a day or a number of passengers would displace shared pages.
    if ((page.status === 200 || page.status === 422) && isChosen(address))
      return sendKept(request, reply, await documents.shared(page))
    if (page.status === 200) {
      const make = () => documents.shared(page)
      return sendKept(request, reply, await replies.answer({ request, rank: 'known' }, key, make, version))
    }
    const staff = page.status === 503 && (await sessions.staff(request))
    if (!staff) return sendKept(request, reply, await documents.ofStatus(page, version))
    const previewed = await documents.preview(address, staff)
    const { location } = previewed.headers
    if (location) return reply.redirect(withQuery(location, request.url), previewed.status)
    return sendKept(request, reply, previewed)
  }

  return async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const { path, search, query } = splitUrl(request.url)
    const hasNoPage = path.length > pagePathMax || encodedPath(path) === null
    if (search || hasNoPage) {
      const asked = { path, query: search }
      const redirected = await redirectBeforePages(runtime.db.read, asked, hasNoPage)
      if (redirected || hasNoPage) return sendWithoutPage(request, reply, redirected)
    }
    const address = pageAddress(runtime.context, path, (name) => query.get(name))
    const day = query.get('data')
    const dayStaff = isDayForm(day) ? await sessions.staff(request) : null
    if (day && dayStaff) return sendKept(request, reply, await documents.preview(address, dayStaff, day))
    const key = keyOf(address)
    const kept = replies.find(key)
    if (kept) return sendKept(request, reply, kept)
    if (!isChosen(address)) return sendAt(request, reply, address, key)
    // Reading such a page can take as long as rendering it.
    return limits.makeResponse(request, 'other', () => sendAt(request, reply, address, key))
  }
}
