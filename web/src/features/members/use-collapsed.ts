/** Whether the sidebar is folded to its icons, remembered in this browser. */
import { useState } from 'react';

const STORAGE_KEY = 'menu-recolhido';

function saved(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'sim';
  } catch {
    // Storage forbidden in the browser's settings: unfolded, as for somebody new.
    return false;
  }
}

export function useCollapsed(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(saved);
  const toggle = () => {
    setCollapsed(!collapsed);
    try {
      localStorage.setItem(STORAGE_KEY, collapsed ? 'nao' : 'sim');
    } catch (reason) {
      console.warn('the state of the menu could not be saved', reason);
    }
  };
  return [collapsed, toggle];
}
