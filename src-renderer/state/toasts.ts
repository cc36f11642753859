/** Short notes at the corner: what something the person did has led to. What agents do goes to the feed. */
import { create } from 'zustand';
import type { ToolError } from '../../src-preload/contract';

export interface Toast {
  readonly id: number;
  readonly tone: 'info' | 'success' | 'warning' | 'danger';
  readonly title: string;
  readonly detail?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface ToastState {
  readonly toasts: readonly Toast[];
  readonly show: (toast: Omit<Toast, 'id'>) => number;
  readonly dismiss: (id: number) => void;
}

const MOST = 3;
let last = 0;

export const useToasts = create<ToastState>((set) => ({
  toasts: [],
  show: (toast) => {
    last += 1;
    const id = last;
    set((state) => ({ toasts: [...state.toasts, { ...toast, id }].slice(-MOST) }));
    return id;
  },
  dismiss: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
}));

export function showToast(toast: Omit<Toast, 'id'>): number {
  return useToasts.getState().show(toast);
}

/** Says that something the person asked for failed: the error's message, with its hint. */
export function showError(error: ToolError, title = 'That did not work'): void {
  showToast({
    tone: 'danger',
    title,
    detail: error.hint === undefined ? error.message : `${error.message} ${error.hint}`,
  });
}
