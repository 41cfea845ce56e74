import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { whole } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import { languages } from '../../../languages/messages.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { operator } from '../../settings/company/company.queries.ts'
import { AnswerWay, LeadKind } from '../lead/contract.ts'
import { sampleMessage, sampleRequest } from '../requests/sample.queries.ts'
import { ListReplySamples, ListReplyTemplates, ReadReplyTemplate, type ReplyTemplate } from './contract.ts'
import { replyValues } from './replyValues.queries.ts'
import { storedTemplates, templatesFor } from './stored.queries.ts'

const kinds = LeadKind.anyOf.map((one) => one.const)
const ways = AnswerWay.anyOf.map((one) => one.const)

export const listReplyTemplates = answer(ListReplyTemplates, async (read) => {
  const stored = await storedTemplates(read)
  return whole(
    kinds.flatMap((kind) =>
      ways.flatMap((via) => languages.flatMap((language) => templatesFor(stored, { kind, via, language }))),
    ),
  )
})

export const readReplyTemplate = answer(ReadReplyTemplate, (read, { id }) => findReplyTemplate(read, id))

/** Throws HttpError 404. */
export async function findReplyTemplate(sql: Sql | Tx, id: number): Promise<ReplyTemplate> {
  const [row] = await sql<[(Omit<ReplyTemplate, 'updatedAt'> & { updatedAt: Date })?]>`
    select id, lead_kind as kind, via, language, name, subject, text, updated_at from reply_templates where id = ${id}`
  if (!row) throw new HttpError(404, 'Modello non trovato.')
  return { ...row, updatedAt: row.updatedAt.toISOString() }
}

export const listReplySamples = answer(ListReplySamples, async (read, _, _caller, context) => {
  const company = await operator(read)
  const leads = await sampleLeads(read, context)
  const samples = await Promise.all(
    leads.map(async (lead) => {
      const [values] = await replyValues(read, [lead], company, context)
      return values ? [{ kind: lead.kind, language: lead.language, values }] : []
    }),
  )
  return whole(samples.flat())
})

async function sampleLeads(read: Sql, context: Context) {
  const message = sampleMessage(context.clock.now())
  const request = await sampleRequest(read, message, context)
  return languages.flatMap((language) =>
    kinds.map((kind) => ({ ...(kind === 'contact' ? message : request), kind, language })),
  )
}
