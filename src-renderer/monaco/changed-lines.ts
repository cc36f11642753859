/** Which lines differ between two texts, for panels that mark them. */
export { changedLines } from '../../src-main/wander/service/minimal-edits';
