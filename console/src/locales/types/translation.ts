/** What a tw file must satisfy: the keys of its zh file, with texts and functions of the same parameters. */
export type Translation<T> = T extends (...args: infer A) => string
  ? (...args: A) => string
  : T extends string
    ? string
    : { [K in keyof T]: Translation<T[K]> }
