/**
 * The texts that are open: where each came from, whether it has unsaved work, and what happens when its file changes. The texts themselves are
 * editor models; they outlive tabs that are not in front and are disposed when the last tab on them closes.
 */
import type { editor } from 'monaco-editor/editor/editor.api.js';
import { create } from 'zustand';
import type { ToolError } from '../../../src-preload/contract';
import { loadMonaco } from '../../monaco/load';
import { createModel, updateModel } from '../../monaco/models';
import { callTool } from '../../state/bridge';
import { takeDraft } from '../../state/drafts';
import { useEditors } from '../../state/editor-store';
import { stringOf } from '../../state/read-json';
import { showToast } from '../../state/toasts';
import { readBackups, writeBackup } from './backup';
import { decideChange, resolveConflict, type ConflictChoice, type DiskState } from './external-change';
import { readDisk } from './read-disk';
import { templateFor } from './tool-paths';

export interface OpenDocument {
  readonly path: string;
  readonly state: 'loading' | 'ready' | 'failed';
  readonly error?: ToolError;
  /** Why it is shown as plain text. */
  readonly notice?: string;
  /** Revision of the file that the text is, or is a change of; null for a file that does not exist yet. */
  readonly baseRevision: string | null;
  readonly dirty: boolean;
  readonly saving: boolean;
  /** The file as it is on disk, where both it and the text have changed. */
  readonly conflict?: { readonly revision: string; readonly text: string };
  /** The file is gone. */
  readonly deleted: boolean;
  /** The unsaved text came back from an earlier run of the window; milliseconds since the epoch. */
  readonly restoredFrom?: number;
}

interface DocumentStore {
  readonly documents: ReadonlyMap<string, OpenDocument>;
}

interface Live {
  readonly model: editor.ITextModel;
  /** The model's alternative version that equals the file. */
  savedVersion: number;
  /** The text of the file at the document's base revision, with the model's line ends; undefined where only the revision is known. */
  baseText?: string;
  /** An input method is composing: outside changes wait. */
  composing: boolean;
  backupTimer?: ReturnType<typeof setTimeout>;
}

const BACKUP_MS = 300;
const live = new Map<string, Live>();
let project = '';

export const useDocuments = create<DocumentStore>(() => ({ documents: new Map() }));

/** Backups and tabs are kept apart for each project. Call before the first document is opened. */
export function setDocumentProject(folder: string): void {
  project = folder;
}

export function modelOf(path: string): editor.ITextModel | undefined {
  return live.get(path)?.model;
}

/** Paths of all open texts. */
export function openPaths(): readonly string[] {
  return [...live.keys()];
}

export function documentOf(path: string): OpenDocument | undefined {
  return useDocuments.getState().documents.get(path);
}

function patch(path: string, change: Partial<OpenDocument>): void {
  useDocuments.setState((state) => {
    const before = state.documents.get(path);
    return before ? { documents: new Map(state.documents).set(path, { ...before, ...change }) } : state;
  });
  if (change.dirty !== undefined) useEditors.getState().setDirty(path, change.dirty);
}

/** Opens a file, once. A file that does not exist starts from a template and is made by the first save. */
export async function openDocument(path: string): Promise<void> {
  const known = documentOf(path);
  if (known && known.state !== 'failed') return;
  const opening: OpenDocument = {
    path,
    state: 'loading',
    baseRevision: null,
    dirty: false,
    saving: false,
    deleted: false,
  };
  useDocuments.setState((state) => ({ documents: new Map(state.documents).set(path, opening) }));
  try {
    const [{ monaco }, disk] = await Promise.all([loadMonaco(), readDisk(path)]);
    // Closed again meanwhile, or opened a second time.
    if (documentOf(path) !== opening) return;
    if ('error' in disk) return patch(path, { state: 'failed', error: disk.error });
    start(
      path,
      createModel(monaco, path, disk.exists ? disk.text : (takeDraft(path) ?? templateFor(path))),
      disk,
    );
  } catch (failure) {
    patch(path, {
      state: 'failed',
      error: {
        code: 'internal_error',
        message: failure instanceof Error ? failure.message : String(failure),
      },
    });
  }
}

function start(
  path: string,
  made: { readonly model: editor.ITextModel; readonly notice?: string },
  disk: DiskState,
): void {
  const { model, notice } = made;
  const entry: Live = {
    model,
    savedVersion: disk.exists ? model.getAlternativeVersionId() : -1,
    composing: false,
    ...(disk.exists ? { baseText: model.getValue() } : {}),
  };
  live.set(path, entry);
  patch(path, {
    state: 'ready',
    baseRevision: disk.exists ? disk.revision : null,
    dirty: false,
    ...(notice === undefined ? {} : { notice }),
  });
  model.onDidChangeContent(() => changed(path));
  const backup = readBackups(project).get(path);
  if (backup && backup.text !== model.getValue()) {
    updateModel(model, backup.text);
    // What the unsaved text was a change of is gone with the earlier run, unless the file is still that.
    const movedOn = disk.exists && backup.baseRevision !== null && backup.baseRevision !== disk.revision;
    patch(path, {
      dirty: true,
      restoredFrom: backup.at,
      ...(movedOn
        ? { baseRevision: backup.baseRevision, conflict: { revision: disk.revision, text: disk.text } }
        : {}),
    });
    if (movedOn) entry.baseText = undefined;
  } else if (!disk.exists) patch(path, { dirty: true });
  for (const listener of changeListeners) listener(path);
}

type ChangeListener = (path: string) => void;
const changeListeners = new Set<ChangeListener>();

/** Hears of each change of an open text, and of each text that was opened. Call the result to stop. */
export function onDocumentChange(listener: ChangeListener): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

function changed(path: string): void {
  for (const listener of changeListeners) listener(path);
  const entry = live.get(path);
  const before = documentOf(path);
  if (!entry || !before) return;
  const dirty = entry.model.getAlternativeVersionId() !== entry.savedVersion;
  if (dirty !== before.dirty) patch(path, { dirty });
  clearTimeout(entry.backupTimer);
  entry.backupTimer = setTimeout(() => backUp(path), BACKUP_MS);
}

function backUp(path: string): void {
  const entry = live.get(path);
  const document = documentOf(path);
  if (!entry || !document) return;
  clearTimeout(entry.backupTimer);
  writeBackup(
    project,
    path,
    document.dirty
      ? { text: entry.model.getValue(), baseRevision: document.baseRevision, at: Date.now() }
      : undefined,
  );
}

/** Writes backups that are still due: before the window goes. */
export function backUpAll(): void {
  for (const path of live.keys()) backUp(path);
}

export type SaveOutcome = 'saved' | 'conflict' | 'deleted' | 'failed' | 'busy';

/**
 * Saves the text over the version it is a change of, and over no other: a newer file asks first, and a deleted one is made again only with
 * `revive`.
 */
export async function saveDocument(
  path: string,
  options: { readonly revive?: boolean } = {},
): Promise<SaveOutcome> {
  const entry = live.get(path);
  const document = documentOf(path);
  if (!entry || document?.state !== 'ready' || document.saving) return 'busy';
  if (document.deleted && options.revive !== true) return 'deleted';
  if (document.conflict) return 'conflict';
  patch(path, { saving: true, error: undefined });
  const version = entry.model.getAlternativeVersionId();
  const text = entry.model.getValue();
  const base = document.deleted ? null : document.baseRevision;
  const result = await callTool('file_write', {
    path,
    text,
    ...(base === null ? { create_only: true } : { revision: base }),
  });
  if (!live.has(path)) return 'saved';
  if (result.ok) {
    entry.savedVersion = version;
    entry.baseText = text;
    const dirty = entry.model.getAlternativeVersionId() !== version;
    const revision = stringOf(result.structured?.['revision']) ?? null;
    patch(path, { saving: false, baseRevision: revision, dirty, deleted: false, restoredFrom: undefined });
    backUp(path);
    return 'saved';
  }
  if (result.error.code === 'conflict' || result.error.code === 'hash_changed') {
    patch(path, { saving: false });
    await checkDocument(path);
    return documentOf(path)?.conflict ? 'conflict' : 'failed';
  }
  patch(path, { saving: false, error: result.error });
  return 'failed';
}

/** Looks at the file again: after anything that may have changed it. */
export async function checkDocument(path: string): Promise<void> {
  const disk = await readDisk(path);
  const entry = live.get(path);
  const document = documentOf(path);
  if ('error' in disk || !entry || document?.state !== 'ready' || entry.composing) return;
  const decision = decideChange(
    {
      baseRevision: document.baseRevision,
      dirty: document.dirty,
      text: entry.model.getValue(),
      saving: document.saving,
      ...(entry.baseText === undefined || document.conflict ? {} : { base: entry.baseText }),
    },
    disk,
  );
  switch (decision.act) {
    case 'ignore':
      if (disk.exists && document.deleted) patch(path, { deleted: false });
      return;
    case 'adopt':
      markSaved(path, entry, decision.revision);
      return;
    case 'reload':
      updateModel(entry.model, decision.text);
      markSaved(path, entry, decision.revision);
      return;
    case 'merge':
      updateModel(entry.model, decision.text);
      entry.baseText = 'text' in disk ? withEnds(entry.model, disk.text) : undefined;
      patch(path, { baseRevision: decision.revision, dirty: true, deleted: false });
      backUp(path);
      showToast({
        tone: 'info',
        title: `${path} changed on disk as well`,
        detail: 'Its changes are in your unsaved text now, as one step that Undo takes back.',
      });
      return;
    case 'ask':
      patch(path, { conflict: { revision: decision.revision, text: decision.text }, deleted: false });
      return;
    case 'mark-deleted':
      if (!document.deleted) patch(path, { deleted: true, conflict: undefined });
  }
}

function markSaved(path: string, entry: Live, revision: string): void {
  entry.savedVersion = entry.model.getAlternativeVersionId();
  entry.baseText = entry.model.getValue();
  patch(path, {
    baseRevision: revision,
    dirty: false,
    conflict: undefined,
    deleted: false,
    restoredFrom: undefined,
  });
  backUp(path);
}

/** A text with the line ends of the model. */
function withEnds(model: editor.ITextModel, text: string): string {
  return text.replace(/\r\n|\r|\n/g, model.getEOL());
}

export function chooseInConflict(path: string, choice: ConflictChoice): void {
  const entry = live.get(path);
  const conflict = documentOf(path)?.conflict;
  if (!entry || !conflict) return;
  const after = resolveConflict(choice, conflict);
  if (after.text !== undefined) updateModel(entry.model, after.text);
  if (!after.dirty) markSaved(path, entry, after.baseRevision);
  else {
    entry.baseText = withEnds(entry.model, conflict.text);
    patch(path, { baseRevision: after.baseRevision, conflict: undefined });
  }
}

/** Throws unsaved text away and forgets the document. */
export function closeDocument(path: string): void {
  const entry = live.get(path);
  clearTimeout(entry?.backupTimer);
  live.delete(path);
  writeBackup(project, path, undefined);
  useEditors.getState().setDirty(path, false);
  useDocuments.setState((state) => {
    const documents = new Map(state.documents);
    documents.delete(path);
    return { documents };
  });
  entry?.model.dispose();
}

/** While an input method composes, outside changes wait: they would tear the composition apart. */
export function setComposing(path: string, composing: boolean): void {
  const entry = live.get(path);
  if (!entry || entry.composing === composing) return;
  entry.composing = composing;
  if (!composing) void checkDocument(path);
}

/** Looks at a file again, if it is open. */
export function checkIfOpen(path: string): void {
  if (live.has(path)) void checkDocument(path);
}

/** Looks at every open file again. */
export function checkDocuments(): void {
  for (const path of live.keys()) void checkDocument(path);
}
