import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { HttpError } from '../../../kernel/httpError.ts'

/** Checks XML against `sitemap.xsd`. Throws HttpError 422, with the reason for staff, if the XML violates it. */
export interface Schema {
  check(xml: string, name: string): void
  [Symbol.dispose](): void
}

/** Loads libxml2 at the first build, because only the worker needs its 2 MB. */
export async function openSchema(): Promise<Schema> {
  const { XmlDocument, XsdValidator } = await import('libxml2-wasm')
  const { xmlRegisterFsInputProviders } = await import('libxml2-wasm/lib/nodejs.mjs')
  // Lets `sitemap.xsd` import `alternate.xsd`. Only these two files are read, because no XML of ours names a file.
  xmlRegisterFsInputProviders()
  const file = path.join(import.meta.dirname, 'sitemap.xsd')
  using text = XmlDocument.fromBuffer(await readFile(file), { url: file })
  const validator = XsdValidator.fromDoc(text)
  return {
    check(xml, name) {
      try {
        using document = XmlDocument.fromString(xml)
        validator.validate(document)
      } catch (error) {
        throw invalid(name, error instanceof Error ? error.message.trim() : String(error))
      }
    },
    [Symbol.dispose]: () => validator.dispose(),
  }
}

export const invalid = (name: string, reason: string) =>
  new HttpError(422, `${name} non rispetta il protocollo delle sitemap: ${reason}`.slice(0, 400))
