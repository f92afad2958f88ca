/** The classes of rows that TypeORM maps. */
export type Entities = (new () => object)[];
