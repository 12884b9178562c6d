import { paths } from '../../../paths.ts'

/** Returns the path of a form for a new product that is filled with the data of another one. */
export const similarProductPath = (id: string) => `${paths.addProduct}?like=${id}`
