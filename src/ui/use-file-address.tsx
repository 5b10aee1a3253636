// An address of a file within this page, as long as it is shown.
import { useEffect, useState } from 'react';

export function useFileAddress(file: Blob): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
