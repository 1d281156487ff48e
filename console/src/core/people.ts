/** The names of users that the device gives itself, in the user's language. */
import type { Areas } from '../locales/areas.ts'

export type PeopleWords = Areas['shell']['people']

/** `provisioning` acts for the file of the first configuration; `Administrator` is the first user's name. */
export function personName(name: string, people: PeopleWords): string {
  if (name === 'provisioning') return people.provisioning
  if (name === 'Administrator') return people.administrator
  return name
}
