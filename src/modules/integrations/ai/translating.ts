import { HttpError } from '../../../kernel/httpError.ts'
import type { JobProgress } from '../../../kernel/job.ts'
import type { Tools } from '../../../kernel/message.ts'
import type { Texts } from '../../content/translations/contract.ts'
import { localNames, textWarnings } from '../../content/translations/translations.queries.ts'
import type { TextProvider } from '../prompts/contract.ts'
import { filled } from '../prompts/placeholders.contract.ts'
import { bareText } from './bareText.ts'
import { providerNames } from './providers.ts'
import { askPatiently } from './writing.ts'

const instructions =
  'Traduci dall’italiano i testi del sito di un servizio di transfer privato con conducente (NCC) in Salento. ' +
  'Scrivi come un madrelingua per un ospite: frasi naturali e cortesi, senza calchi. ' +
  'Ogni testo comincia con una riga come <<title>>: ripeti quella riga, poi la sua traduzione, e nient’altro. ' +
  'Conserva Markdown, link, prezzi e nomi dei luoghi. Lascia in cifre i numeri scritti in cifre e in parole quelli in ' +
  'parole. Non aggiungere e non togliere informazioni. Non usare HTML. Non chiamare taxi il servizio.'

interface Wish {
  jobId: number
  provider: TextProvider
  prompt: string
  language: string
  source: Texts
}

/**
 * Asks the model for at most one correction. Returns null if staff cancelled. Throws HttpError 502 if the translation
 * is still wrong, and the errors of `askPatiently`.
 */
export async function translate(
  { read, write, context }: Tools,
  { jobId, provider, prompt, language, source }: Wish,
  progress: JobProgress,
): Promise<{ text: Texts; model: string } | null> {
  const desk = { write, context, progress, provider, instructions, seen: () => progress.goesOn() }
  // Omits the slug, which the server derives from the translated title.
  const fields = Object.entries(source).filter(([field]) => field !== 'slug')
  const values = {
    language: new Intl.DisplayNames('it', { type: 'language' }).of(language) ?? language,
    text: fields.map(([field, text]) => `<<${field}>>\n${text}`).join('\n\n'),
  }
  const names = await namesIn(read, language, values.text)
  let faults: string[] = []
  for (const isSecond of [false, true]) {
    const asked = filled(prompt, values) + names + correction(faults)
    const answer = await askPatiently(desk, asked, { jobId, onUse: () => {} })
    if (!answer) return null
    const text = fieldsOf(bareText(answer.text))
    const missing = fields.flatMap(([field]) => (text[field] ? [] : [`${field}: manca la traduzione.`]))
    const extra = Object.keys(text).filter((field) => !(field in source))
    const found = await textWarnings(read, { language, source, text })
    faults = [
      ...missing,
      ...extra.map((field) => `${field}: il testo italiano non ha questo campo.`),
      ...found.map(({ path, message }) => `${path.replace('text.', '')}: ${message}`),
    ]
    if (faults.length === 0) return { text, model: answer.model }
    if (!isSecond) await progress.log(`${providerNames[provider]} corregge: ${faults.join(' ')}`)
  }
  throw new HttpError(502, `Traduzione rifiutata. ${faults.join(' ')}`)
}

/** Returns a line for the prompt with the places in `text` that have a different name in `language`; or ''. */
async function namesIn(read: Tools['read'], language: string, text: string): Promise<string> {
  const known = (await localNames(read, language)).filter(({ name }) => text.includes(name))
  const pairs = known.flatMap(({ name, local: [first] }) =>
    first && first !== name ? [`${name} = ${first}`] : [],
  )
  return pairs.length > 0 ? `\n\nNomi dei luoghi: ${pairs.join('; ')}.` : ''
}

const correction = (faults: string[]) =>
  faults.length > 0 ? `\n\nLa traduzione precedente era sbagliata, correggi: ${faults.join(' ')}` : ''

function fieldsOf(answer: string): Texts {
  const [, ...parts] = answer.split(/^[ \t]*<<(\w+)>>[ \t]*$/m)
  const fields: Texts = {}
  for (let index = 0; index < parts.length; index += 2)
    fields[parts[index] ?? ''] = parts[index + 1]?.trim() ?? ''
  return fields
}
