import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Avatar, type Profile } from '@/entities/member';
import { getClient, unwrap } from '@/lib/backend';
import { failureOf } from '@/lib/errors';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { CropDialog } from './crop-dialog';

const BUCKET = 'avatars';

export interface AvatarFieldProps {
  userId: string;
  profile: Profile;
  onChange: (address: string | null) => void;
}

/** The own picture: chosen, cut to a square, sent. The profile's form stores its address. */
export function AvatarField({ userId, profile, onChange }: AvatarFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File>();
  const send = async (picture: Blob) => {
    try {
      onChange(await storeAvatar(userId, picture));
      setChosen(undefined);
    } catch (error) {
      console.error('the picture could not be sent', error);
      toast({
        title: 'Não foi possível enviar a foto.',
        description:
          failureOf(error).kind === 'unreachable' ? 'Verifique a conexão e tente de novo.' : 'Tente com outra imagem.',
        tone: 'destructive',
      });
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-5">
      <Avatar profile={profile} id={userId} className="size-20 text-[1.75rem]!" />
      <div className="flex flex-wrap gap-2">
        <Button variant="line" size="small" onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden="true" className="size-4" strokeWidth={1.6} />
          {profile.avatar_url ? 'Trocar foto' : 'Escolher foto'}
        </Button>
        {profile.avatar_url && (
          <Button variant="ghost" size="small" onClick={() => onChange(null)}>
            <Trash2 aria-hidden="true" className="size-4" strokeWidth={1.6} />
            Remover
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/avif"
        aria-label="Foto do perfil"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          setChosen(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <CropDialog file={chosen} onClose={() => setChosen(undefined)} onCut={send} />
    </div>
  );
}

/** Stores the picture in the person's folder and removes the former ones. Returns its path on this site. */
async function storeAvatar(userId: string, picture: Blob): Promise<string> {
  const client = await getClient();
  const files = client.storage.from(BUCKET);
  const former = unwrap<{ name: string }[]>(await files.list(userId)).map(({ name }) => `${userId}/${name}`);
  const path = `${userId}/${Date.now()}.webp`;
  if (former.length > 1) unwrap(await files.remove(former.slice(1)));
  unwrap(await files.upload(path, picture, { contentType: picture.type, cacheControl: '31536000' }));
  return new URL(files.getPublicUrl(path).data.publicUrl).pathname;
}
