/** The visual editor of posts; loaded when it is used. */
export { holds } from './read';
export { VisualArea } from './visual-area';
