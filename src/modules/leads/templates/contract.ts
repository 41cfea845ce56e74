import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, Language, Lines, listOf, Moment, Nullable, Text, titled } from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'
import { AnswerWay, LeadKind } from '../lead/contract.ts'
import { type Values, variables } from './variables.contract.ts'

// Texts with which staff answer. Replies use a bundled text until staff store a template of the same name.

/** Name of the bundled templates. A new reply starts with the template of this name. */
export const firstName = 'Prima risposta'

export const subjectMax = 150
export const replyMax = 4_000

const form = {
  kind: titled('Tipo di richiesta', LeadKind),
  via: titled('Mezzo', AnswerWay),
  language: titled('Lingua', Language),
  name: titled('Nome', Text(60, { isName: true, message: 'Inserisci il nome (al massimo 60 caratteri)' })),
  /** Only mails have a subject. */
  subject: titled(
    'Oggetto',
    Type.String({ maxLength: subjectMax, default: '', message: 'Al massimo 150 caratteri' }),
  ),
  text: titled('Testo', Lines(replyMax, { message: 'Inserisci il testo (al massimo 4000 caratteri)' })),
}

export const ReplyTemplateForm = Type.Object(form)
export type ReplyTemplateForm = Static<typeof ReplyTemplateForm>

export const ReplyTemplate = Type.Object({ ...form, id: Id, updatedAt: Moment })
export type ReplyTemplate = Static<typeof ReplyTemplate>

export const ListReplyTemplates = query(
  'GET /api/admin/reply-templates',
  'admin',
  Type.Object({}),
  listOf(
    Type.Object({
      ...form,
      /** Null for a bundled template. */
      id: Nullable(Id),
    }),
  ),
  { tables: ['reply_templates'], summary: 'All reply templates, stored or bundled' },
)
export const ReadReplyTemplate = query('GET /api/admin/reply-templates/:id', 'admin', ById, ReplyTemplate)
export const replyTemplateCreated = act('leads:replyTemplateCreated', 'Modello di risposta aggiunto')

export const CreateReplyTemplate = command(
  'POST /api/admin/reply-templates',
  'admin',
  ReplyTemplateForm,
  ReplyTemplate,
  { acts: [replyTemplateCreated], status: 201 },
)
export const replyTemplateChanged = act('leads:replyTemplateChanged', 'Modello di risposta modificato')

export const SaveReplyTemplate = command(
  'PUT /api/admin/reply-templates/:id',
  'admin',
  Type.Object({ ...form, id: Id, updatedAt: Moment }),
  ReplyTemplate,
  { acts: [replyTemplateChanged] },
)
export const replyTemplateDeleted = act('leads:replyTemplateDeleted', 'Modello di risposta eliminato')

export const DeleteReplyTemplate = command(
  'DELETE /api/admin/reply-templates/:id',
  'admin',
  ById,
  Type.Object({}),
  {
    acts: [replyTemplateDeleted],
    status: 204,
    summary: 'Deletes a template; the bundled text with its name is used again',
  },
)

const SampleValues = Type.Unsafe<Values>(
  Type.Object(Object.fromEntries(variables.map((one) => [one, Type.String()]))),
)

export const ListReplySamples = query(
  'GET /api/admin/reply-samples',
  'admin',
  Type.Object({}),
  listOf(Type.Object({ kind: LeadKind, language: Language, values: SampleValues })),
  { summary: 'The values of an invented customer, for the preview of a template' },
)
