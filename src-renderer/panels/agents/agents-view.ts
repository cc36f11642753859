/** What of the agents' page is open. */
import { useEffect, type RefObject } from 'react';
import { create } from 'zustand';

export type AgentsPage =
  { readonly kind: 'call'; readonly id: string } | { readonly kind: 'agent'; readonly id: string };

interface AgentsView {
  readonly page: AgentsPage | null;
  /** A person asked for the page by name: its heading takes the focus, once. */
  readonly wantsFocus: boolean;
  /** Whether the page came up by itself after an answer: then it takes no answer for a while longer. */
  readonly jumped: boolean;
  readonly show: (page: AgentsPage | null) => void;
  readonly ask: (page: AgentsPage) => void;
  readonly jump: (page: AgentsPage) => void;
}

export const useAgentsView = create<AgentsView>((set) => ({
  page: null,
  wantsFocus: false,
  jumped: false,
  show: (page) => set({ page, jumped: false, wantsFocus: false }),
  ask: (page) => set({ page, jumped: false, wantsFocus: true }),
  jump: (page) => set({ page, jumped: true, wantsFocus: true }),
}));

/** Gives the heading of a page the focus where a person asked for the page. */
export function useHeadingFocus(heading: RefObject<HTMLElement | null>): void {
  const wantsFocus = useAgentsView((state) => state.wantsFocus);
  useEffect(() => {
    if (!wantsFocus) return;
    heading.current?.focus({ preventScroll: true });
    useAgentsView.setState({ wantsFocus: false });
  }, [wantsFocus, heading]);
}
