/** Name of a place by the code of the language; a missing language has the Italian name. */
export type Names = Record<string, string>
/** Other names of a place by the code of the language that uses them. */
export type Aliases = Record<string, string[]>
