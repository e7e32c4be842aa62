//! The derived list of refusals, as a crate uses it.

use ateneu_base::Refusal;
use ateneu_derive::Refusals;

#[derive(Debug, PartialEq)]
struct Failed(Refusal);

impl From<Refusal> for Failed {
    fn from(refusal: Refusal) -> Self {
        Self(refusal)
    }
}

#[derive(Clone, Copy, Refusals)]
#[refusal(Failed)]
enum Refused {
    #[refusal(409, "Esta assinatura já foi devolvida.")]
    AlreadyRefunded,
    #[refusal(403, code = "payment_disputed", "Este pagamento está contestado no banco.")]
    Disputed,
}

fn refuse(refused: Refused) -> Result<(), Failed> {
    Err(refused)?
}

#[test]
fn a_variant_becomes_status_code_and_sentence() {
    let refusal = Refusal::from(Refused::AlreadyRefunded);
    assert_eq!(refusal, Refusal::new(409, "already_refunded", "Esta assinatura já foi devolvida."));
}

#[test]
fn a_named_code_replaces_that_of_the_variant() {
    assert_eq!(Refusal::from(Refused::Disputed).code, "payment_disputed");
}

#[test]
fn all_lists_every_variant_in_order() {
    let codes: Vec<_> = Refused::ALL.iter().map(|refusal| refusal.code).collect();
    assert_eq!(codes, ["already_refunded", "payment_disputed"]);
}

#[test]
fn another_sentence_keeps_status_and_code() {
    let refusal = Refused::Disputed.saying(format!("Contestado há {} dias.", 3));
    assert_eq!(refusal, Refusal { message: "Contestado há 3 dias.".into(), ..Refused::Disputed.into() });
}

#[test]
fn a_variant_becomes_the_errors_named_at_the_enum() {
    assert_eq!(refuse(Refused::Disputed), Err(Failed(Refused::Disputed.into())));
}
