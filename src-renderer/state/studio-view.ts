/** Which page of the studio is open, and what on it. */
import { create } from 'zustand';
import type { EngineEvent } from '../../src-preload/contract';
import { useLayout } from './layout-store';
import { objectOf, stringOf } from './read-json';
import { pagesOf, type StudioPage } from './studio-store';

interface StudioView {
  readonly page: StudioPage;
  /** By page: the id of the message's channel, the task, the feedback, the decision, the name of the loop. */
  readonly open: Readonly<Partial<Record<StudioPage, string>>>;
  readonly show: (page: StudioPage, id?: string) => void;
  readonly select: (page: StudioPage, id: string | undefined) => void;
}

export const useStudioView = create<StudioView>((set) => ({
  page: 'messages',
  open: {},
  show: (page, id) =>
    set((state) => ({ page, open: id === undefined ? state.open : { ...state.open, [page]: id } })),
  select: (page, id) => set((state) => ({ open: { ...state.open, [page]: id } })),
}));

/** The page that shows what an event of the studio is about; undefined for other events. */
export function studioPlaceOf({ type, kind, data }: EngineEvent): readonly [StudioPage, string] | undefined {
  const page = type === 'studio' ? pagesOf(kind)[0] : undefined;
  if (page === undefined) return undefined;
  const id = page === 'messages' ? stringOf(objectOf(data['message'])['channel']) : stringOf(data['id']);
  return [page, id ?? ''];
}

/** Brings a page of the studio to the front. */
export function showStudio(page: StudioPage, id?: string): void {
  useStudioView.getState().show(page, id === '' ? undefined : id);
  useLayout.getState().show('studio');
}
