/** Monaco by itself: the features and options of ours, and no language, no marks, nothing around it. */
import { monaco } from '../../../../src-renderer/monaco/core';
import { EDITOR_OPTIONS } from '../../../../src-renderer/monaco/options';

const host = document.getElementById('editor');
if (host) {
  const model = monaco.editor.createModel('', 'plaintext');
  monaco.editor.create(host, { ...EDITOR_OPTIONS, model, glyphMargin: true });
  Object.assign(window, { model });
}
