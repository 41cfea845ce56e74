// Variables such as `{nome}` in texts that staff write. Forms and the server share these rules.

// Quotation marks, colons and commas do not match, because a prompt may contain JSON.
const placeholder = /\{\{?\s{0,9}([^{}\n"':,\s](?:[^{}\n"':,]{0,60}[^{}\n"':,\s])?)\s{0,9}\}?\}/gu

const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Finds and replaces variables by key or Italian name: `{Località}` and `{{location}}` are the same. */
export function variablesOf<Variable extends string>(italianNames: Record<Variable, string>) {
  const all = Object.keys(italianNames) as Variable[]

  function variableOf(name: string): Variable | undefined {
    const written = plain(name)
    return all.find((one) => one === written || italianNames[one] === written)
  }

  const namesIn = (text: string) => [...text.matchAll(placeholder)].map(([, name = '']) => name)
  const braced = (names: string[]) => names.map((name) => `{${name}}`).join(', ')

  return {
    all,
    /** Returns the known variables of a text, each once. */
    usedIn: (text: string): Variable[] => [
      ...new Set(namesIn(text).flatMap((name) => variableOf(name) ?? [])),
    ],

    /** Returns a sentence that names the unknown variables of a text; empty if there are none. */
    unknownSentence(text: string): string {
      const unknown = [...new Set(namesIn(text).filter((name) => !variableOf(name)))]
      if (unknown.length === 0) return ''
      const subject = unknown.length === 1 ? 'Variabile sconosciuta' : 'Variabili sconosciute'
      return `${subject}: ${braced(unknown)}. Quelle ammesse sono ${braced(Object.values(italianNames))}.`
    },

    /** Returns the text with values. A variable stays as written if it is unknown or `textOf` returns undefined. */
    replaced: (text: string, textOf: (variable: Variable) => string | undefined): string =>
      text.replace(placeholder, (whole, name: string) => {
        const variable = variableOf(name)
        return (variable && textOf(variable)) ?? whole
      }),
  }
}
