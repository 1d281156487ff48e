/** Why a file is no workbook that can be read: a key of the page's `wrong`. */
export class Refused extends Error {
  readonly why: 'password' | 'old' | 'archive' | 'document' | 'damaged' | 'large'
  constructor(why: Refused['why']) {
    super(why)
    this.why = why
  }
}
