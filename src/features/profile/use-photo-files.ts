// Takes files that are dropped on an area, or pasted anywhere on the page but into a text field.
import { useEffect, useState, type RefObject } from 'react';

const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];
const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Whether files are being held over the area. */
export function usePhotoFiles(area: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const element = area.current;
    const paste = (event: ClipboardEvent): void => {
      const files = filesOf(event.clipboardData);
      const isInField = event.target instanceof HTMLElement && event.target.matches('input, textarea');
      if (files.length === 0 || isInField) return;
      event.preventDefault();
      onFiles(files);
    };
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      // A browser would open the file instead of the page.
      event.preventDefault();
      setOver(element?.contains(event.target as Node) ?? false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (element?.contains(event.target as Node)) onFiles(filesOf(event.dataTransfer));
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    document.addEventListener('paste', paste);
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    document.addEventListener('dragleave', leave);
    return () => {
      document.removeEventListener('paste', paste);
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
      document.removeEventListener('dragleave', leave);
    };
  }, [onFiles]);
  return isOver;
}
