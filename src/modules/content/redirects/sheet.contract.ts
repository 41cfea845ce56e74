import { type Static, Type } from '@sinclair/typebox'
import { FileText, Nullable } from '../../../kernel/field.ts'
import { command, exported, query } from '../../../kernel/message.ts'
import type { Headings } from '../../../kernel/table.ts'
import { redirectChanged, redirectCreated } from './contract.ts'

// Redirects as a table: a CSV file, or lines that staff paste.

export const redirectHeadings = {
  fromPath: ['Indirizzo vecchio', 'Vecchio', 'fromPath', 'from'],
  toPath: ['Indirizzo nuovo', 'Nuovo', 'toPath', 'to'],
  statusCode: ['Codice', 'statusCode', 'code'],
} satisfies Headings<string>

export const ExportRedirects = query(
  'GET /api/admin/redirects/export.csv',
  'admin',
  Type.Object({}),
  FileText,
  {
    summary: 'The redirects as CSV for a spreadsheet, without those that the site ignores',
    replyType: 'text/csv',
    ...exported,
  },
)

const ImportedRedirect = Type.Object({
  line: Type.Integer(),
  state: Type.Union([Type.Literal('created'), Type.Literal('changed'), Type.Literal('unchanged')]),
  fromPath: Type.String(),
  /** The end of the way, if the new address is itself redirected. */
  toPath: Nullable(Type.String()),
})
export type ImportedRedirect = Static<typeof ImportedRedirect>

export const ImportRedirects = command(
  'POST /api/admin/redirects/import',
  'admin',
  Type.Object({
    /** A CSV file or pasted lines, in Base64: old address, new address, and 410 for a removed page. */
    data: Type.String({
      minLength: 1,
      maxLength: 1_500_000,
      isMultiline: true,
      message: 'Scegli un file o incolla gli indirizzi',
    }),
    dryRun: Type.Boolean({ default: false }),
  }),
  Type.Object({
    created: Type.Integer(),
    changed: Type.Integer(),
    unchanged: Type.Integer(),
    lines: Type.Array(ImportedRedirect),
  }),
  {
    acts: [redirectChanged, redirectCreated],
    refusesUnknownKeys: true,
    limit: { bucket: 'redirect imports', max: 60, seconds: 60 },
    maxBytes: 1024 * 1024,
    fileTypes: ['text/csv', 'text/plain'],
    timeoutMs: 15_000,
    summary:
      'Imports redirects from a table with or without headings; if a line has an error, writes nothing; a dry run shows the result',
  },
)
