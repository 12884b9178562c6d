import { paths } from '../../../paths.ts'

/** The path of a form for a new product that begins with the data of another one. */
export const similarProductPath = (id: string) => `${paths.addProduct}?like=${id}`
