export { notShown as handleError } from '#state/tab/edge.ts';
