/** What the damage of a data file costs and what to do, from the facts of its alarm. */
export const damageText = (
  { damage = '' }: Readonly<Record<string, unknown>>,
  words: Readonly<Record<string, string>>,
): string => words[String(damage)] ?? String(damage)
