// Plays a recording: play and pause, a place that can be moved, and its speed.
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { formatNumber, t } from '#lib/i18n';
import { $voiceSpeed, nextSpeed } from '#stores/voice-speed';
import { VoiceIcon } from '#ui/VoiceIcon';
import { LostFile } from './LostFile.tsx';
import { clockText } from './voice-time.ts';

interface Props {
  address: string;
  seconds: number;
  /** What it is, for screen readers. */
  label: string;
}

export function VoicePlayer({ address, seconds, label }: Props) {
  const speed = useStore($voiceSpeed);
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [isBroken, setBroken] = useState(false);
  const [tries, setTries] = useState(0);
  usePlaysAlone(audio);
  const hasSpeed = (): void => void (audio.current && (audio.current.playbackRate = speed));
  useEffect(hasSpeed, [speed]);
  const toggle = (): void => {
    // A player that cannot play says so by its error event.
    if (isPlaying) audio.current?.pause();
    else void audio.current?.play().catch(() => undefined);
  };
  const move = (to: number): void => {
    setAt(to);
    if (audio.current) audio.current.currentTime = to;
  };
  // It may only have been the network: another try loads the recording anew and plays it.
  const retry = (): void => (setTries(tries + 1), setBroken(false));
  if (isBroken) return <LostFile text={t('voice:unplayable')} isAsked onRetry={retry} />;
  const shown = Math.min(Math.floor(at), seconds);
  const place = t('voice:at', { at: clockText(shown), of: clockText(seconds) });
  return (
    <div className="voice" role="group" aria-label={label}>
      <audio
        ref={audio}
        src={address}
        preload="none"
        autoPlay={tries > 0}
        onPlay={() => (hasSpeed(), setPlaying(true))}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onError={() => (setPlaying(false), setBroken(true))}
      />
      <button
        className="round"
        type="button"
        aria-label={t(isPlaying ? 'voice:pause' : 'voice:play')}
        // That of the other try had the focus.
        autoFocus={tries > 0}
        onClick={toggle}
      >
        <VoiceIcon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <input
        type="range"
        min={0}
        max={seconds}
        value={shown}
        aria-label={t('voice:position')}
        aria-valuetext={place}
        onChange={({ target }) => move(Number(target.value))}
      />
      <span className="voice-time" aria-hidden="true">
        {clockText(isPlaying || shown > 0 ? shown : seconds)}
      </span>
      <Speed speed={formatNumber(speed)} />
    </div>
  );
}

const Speed = ({ speed }: { speed: string }) => (
  <button className="voice-speed" type="button" aria-label={t('voice:speed', { speed })} onClick={nextSpeed}>
    {t('voice:times', { speed })}
  </button>
);

/** Another recording that is played pauses this one. */
function usePlaysAlone(audio: RefObject<HTMLAudioElement | null>): void {
  useEffect(() => {
    const pauseFor = ({ target }: Event): void => {
      if (target !== audio.current) audio.current?.pause();
    };
    document.addEventListener('play', pauseFor, true);
    return () => document.removeEventListener('play', pauseFor, true);
  }, [audio]);
}
