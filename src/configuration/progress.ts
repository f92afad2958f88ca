/** Told how many relayers are done. */
export type Progress = (done: number) => void;
