//! The refusals of this crate.

use ateneu_derive::Refusals;

/// Reason why a request is refused.
#[derive(Clone, Copy, Refusals)]
#[refusal(ateneu_functions::Refusal, ateneu_data::Error)]
pub(crate) enum Refused {
    #[refusal(409, "Confirme o e-mail da sua conta para receber a carta.")]
    EmailNotConfirmed,
    #[refusal(400, "Confira as cartas escolhidas.")]
    EmailChoicesInvalid,
    #[refusal(400, "O arquivo passa de 1 MB ou de 10.000 linhas. Divida-o em partes.")]
    ImportTooLarge,
    #[refusal(400, "O arquivo não pôde ser lido. Salve a planilha como CSV e escolha-o de novo.")]
    ImportUnreadable,
    #[refusal(400, "Falta a coluna E-mail na primeira linha do arquivo.")]
    ImportWithoutAddresses,
    #[refusal(404, "Esta campanha não existe.")]
    CampaignUnknown,
    #[refusal(409, "A campanha mudou de estado. Atualize a página.")]
    CampaignState,
    #[refusal(409, "Só cartas saem por campanha.")]
    CampaignNotALetter,
    #[refusal(409, "A campanha ainda não pode sair.")]
    CampaignNotReady,
    #[refusal(400, "O horário já passou. Escolha um horário à frente.")]
    CampaignTimePast,
    #[refusal(400, "Confira o assunto, o remetente e o endereço de resposta.")]
    CampaignTextInvalid,
    #[refusal(400, "O segmento tem perguntas demais ou incompletas.")]
    SegmentInvalid,
    #[refusal(409, "Já existe um segmento com este nome.")]
    SegmentNameTaken,
    #[refusal(409, "Há segmentos demais. Apague um que não usa mais.")]
    TooManySegments,
    #[refusal(400, "Os limites de envio estão fora das faixas aceitas.")]
    RatesInvalid,
    #[refusal(502, "O teste não saiu.")]
    TestNotSent,
    #[refusal(404, "Este segmento não existe.")]
    SegmentUnknown,
    #[refusal(404, "Ninguém tem uma conta ou uma inscrição com este endereço.")]
    PersonUnknown,
    #[refusal(400, "Confira o título, o texto, o dia e os planos do aviso.")]
    ContractNoticeInvalid,
    #[refusal(400, "Uma mudança de preço é avisada a membros ou a quem tem conta.")]
    ContractNoticeAudience,
    #[refusal(409, "O dia é cedo demais para este aviso.")]
    ContractNoticeTooEarly,
    #[refusal(409, "O número de pessoas mudou. Confira e confirme outra vez.")]
    ContractNoticeRecipients,
    #[refusal(404, "Este aviso não existe.")]
    ContractNoticeUnknown,
    #[refusal(409, "O aviso mudou de estado. Atualize a página.")]
    ContractNoticeState,
}
