// SPDX-License-Identifier: Apache-2.0
// What the console uses of CodeMirror.
export {autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap} from '@codemirror/autocomplete';
export {defaultKeymap, history, historyKeymap, indentWithTab} from '@codemirror/commands';
export {yaml} from '@codemirror/lang-yaml';
export {bracketMatching, HighlightStyle, indentService, indentUnit, syntaxHighlighting} from '@codemirror/language';
export {lintGutter, setDiagnostics} from '@codemirror/lint';
export {EditorState} from '@codemirror/state';
export {EditorView, highlightActiveLine, keymap, lineNumbers, tooltips} from '@codemirror/view';
export {tags} from '@lezer/highlight';
