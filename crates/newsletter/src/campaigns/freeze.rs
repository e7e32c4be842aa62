//! The start of a campaign: recipients and emails are written once, in one transaction.

use ateneu_base::{
    Timestamp,
    personal_fields::{self, PersonalField, Problem},
};
use ateneu_db::{Error, Tx};
use ateneu_mail::Sender;

use super::{
    letter::{self, Letter},
    rows::{Campaign, Counts},
    segment::Readers,
    words::{Audience, CampaignState, PauseReason},
};

/// Reason why a campaign cannot start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The letter was deleted or is in the trash.
    NoLetter,
    /// The content is no letter.
    NotALetter,
    /// The letter is for members, the list is not.
    ForMembers,
    /// A personal field is wrong.
    Field(Problem),
    /// The email is longer than mail programs show.
    TooLong,
    /// No reader satisfies the segment.
    NoRecipients,
    /// The number of recipients is not the expected one.
    OtherNumber(i64),
}

impl Obstacle {
    /// Returns the obstacle as the reason of a campaign that did not start by itself, with the name of a field.
    pub(crate) fn pause(self) -> (PauseReason, Option<String>) {
        match self {
            Self::NoLetter | Self::NotALetter => (PauseReason::NoLetter, None),
            Self::ForMembers => (PauseReason::ForMembers, None),
            Self::Field(Problem::UnknownField(name)) => (PauseReason::UnknownField, Some(name)),
            Self::Field(Problem::NoDefault(name)) => (PauseReason::FieldWithoutDefault, Some(name)),
            Self::TooLong => (PauseReason::TooLong, None),
            Self::NoRecipients | Self::OtherNumber(_) => (PauseReason::NoRecipients, None),
        }
    }

    /// Returns the obstacle as a sentence for the owner.
    pub fn sentence(&self) -> String {
        match self {
            Self::NoLetter => "A carta não existe mais ou está na lixeira.".to_owned(),
            Self::NotALetter => "Só cartas saem por campanha. Escolha um conteúdo do tipo Carta.".to_owned(),
            Self::ForMembers => {
                "A carta é só para assinantes: envie-a pela lista premium ou abra uma parte dela.".to_owned()
            }
            Self::Field(Problem::UnknownField(name)) => {
                let known =
                    PersonalField::ALL.map(|field| format!("{{{}|{}}}", field.name(), field.example()));
                format!("O campo {{{name}}} não existe. Use um destes: {}.", known.join(", "))
            }
            Self::Field(Problem::NoDefault(name)) => {
                format!(
                    "O campo {{{name}}} precisa de um texto curto para quem não o tem: {{{name}|leitor}}."
                )
            }
            Self::TooLong => "A carta passa de 100 KB, e o Gmail a cortaria. Encurte o texto.".to_owned(),
            Self::NoRecipients => "Ninguém atende a este segmento.".to_owned(),
            Self::OtherNumber(number) => {
                format!("O segmento tem agora {number} destinatários. Confira e confirme outra vez.")
            }
        }
    }
}

/// Outcome of a step that may find an obstacle.
pub(crate) type Step<T> = Result<Result<T, Obstacle>, Error>;

/// The emails of a campaign as templates, by audience.
pub(crate) type Bodies = Vec<(Audience, letter::Email)>;

/// Reads the letter of a campaign and returns its emails.
pub(crate) fn bodies(tx: &mut Tx<'_>, campaign: &Campaign, sender: &Sender) -> Step<Bodies> {
    let Some(letter) = Letter::read(tx, campaign)? else { return Ok(Err(Obstacle::NoLetter)) };
    if !letter.is_letter {
        return Ok(Err(Obstacle::NotALetter));
    }
    if letter.is_member_only && campaign.list == super::words::CampaignList::Open {
        return Ok(Err(Obstacle::ForMembers));
    }
    let own = [&campaign.subject, &campaign.preheader, &letter.title, &letter.body];
    for text in own {
        if let Err(problem) = personal_fields::check(text) {
            return Ok(Err(Obstacle::Field(problem)));
        }
    }
    let bodies = [Audience::Full, Audience::Teaser];
    let bodies: Bodies = bodies.map(|audience| (audience, letter.email(audience, campaign, sender))).into();
    match bodies.iter().any(|(_, email)| email.html.len() > letter::MAX_BYTES) {
        true => Ok(Err(Obstacle::TooLong)),
        false => Ok(Ok(bodies)),
    }
}

/// Freezes recipients and emails of a campaign, which then is in the state `sending`. `expected` is the number of
/// recipients that the owner has confirmed. Returns their number. After an obstacle the transaction must not commit.
pub(crate) fn freeze(
    tx: &mut Tx<'_>,
    campaign: &mut Campaign,
    sender: &Sender,
    expected: Option<i64>,
    now: Timestamp,
) -> Step<i64> {
    let bodies = match bodies(tx, campaign, sender)? {
        Ok(bodies) => bodies,
        Err(obstacle) => return Ok(Err(obstacle)),
    };
    let number = campaign.number;
    let readers = Readers::new(tx.dialect(), (campaign.list, &campaign.segment.0), now, vec![number.into()]);
    let recipients = i64::try_from(readers.freeze(tx)?).unwrap_or(i64::MAX);
    if expected.is_some_and(|expected| expected != recipients) {
        return Ok(Err(Obstacle::OtherNumber(recipients)));
    }
    if recipients == 0 {
        return Ok(Err(Obstacle::NoRecipients));
    }
    for (audience, email) in bodies {
        tx.execute(
            "INSERT INTO campaign_bodies (campaign, audience, html, text) VALUES ($1, $2, $3, $4)",
            &[number.into(), audience.into(), email.html.into(), email.text.into()],
        )?;
    }
    let counts = Counts {
        campaign: number,
        recipients,
        waiting: recipients,
        progress_at: Some(now),
        ..Counts::default()
    };
    tx.insert(&counts)?;
    campaign.started_at = Some(now);
    campaign.enter(tx, CampaignState::Sending, now)?;
    Ok(Ok(recipients))
}
