/** What is ready to be written: plain data, as JSON gives it back, that only the class reads which prepared it. */
export type Prepared = object;
