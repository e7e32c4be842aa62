//! The emails that answer reports from outside.

use std::time::Duration;

use ateneu_base::Caller;
use ateneu_testkit::db_test;
use serde_json::json;

use super::{
    Community, OPEN,
    Who::{Admin, Bia, Moderator},
    id,
};

const MESSAGE: &str = "O meu telefone aparece no texto.";

impl Community {
    /// Reports Bia's post from outside. Returns the case.
    async fn reported_from_outside(&self) -> String {
        let report = json!({ "id": id(50), "name": "Rui", "email": "rui@exemplo.com.br", "reason": "dados_pessoais",
            "address": format!("/membros/publicacao/{}", id(OPEN)), "message": MESSAGE });
        let request = self.0.request("POST", "/rest/v1/outside_reports").caller(Ok(Caller::anonymous()));
        request.json(&report).await.ok();
        self.case().await
    }

    /// Returns the answers that were sent so far.
    async fn answers(&self) -> Vec<String> {
        self.work().await;
        let sql =
            "SELECT subject || ' ' || text AS value FROM mail_messages WHERE recipient = 'rui@exemplo.com.br'
                   ORDER BY created_at, id";
        self.0.texts(sql, &[]).await
    }
}

#[db_test]
async fn a_decision_is_answered_when_it_cannot_be_undone(community: Community) {
    let case = community.reported_from_outside().await;
    let (_, decided) = community.decide(Moderator, &case, "hide").await;
    community.0.advance(Duration::from_mins(9));
    assert_eq!(community.answers().await.len(), 0, "it may still be undone");
    community.0.advance(Duration::from_mins(1));
    let answers = community.answers().await;
    assert_eq!(answers.len(), 1);
    assert!(answers[0].starts_with("Resposta à denúncia DEN-00000-00050"), "{answers:?}");
    assert!(answers[0].contains("A sua denúncia foi aceita."), "{answers:?}");
    for words in [MESSAGE, "combinado 3", "de Bia"] {
        assert!(!answers[0].contains(words), "an address may be somebody else's: {words}");
    }
    assert_eq!(community.answers().await.len(), 1, "once");

    let appeal = json!({ "id": decided["id"], "text": "Tirei o número." });
    assert_eq!(community.call(Bia, "appeal_moderation_decision", appeal).await.0, 204);
    let overturn = json!({ "id": decided["id"], "overturn": true, "reason": "Está certo." });
    assert_eq!(community.call(Admin, "decide_moderation_appeal", overturn).await.0, 204);
    let answers = community.answers().await;
    assert_eq!(answers.len(), 2);
    assert!(
        answers.iter().any(|answer| answer.contains("A decisão sobre a sua denúncia mudou.")),
        "{answers:?}"
    );
}

#[db_test]
async fn an_undone_decision_is_not_answered_but_the_next_one(community: Community) {
    let case = community.reported_from_outside().await;
    let (_, decided) = community.decide(Moderator, &case, "hide").await;
    let undo = json!({ "id": decided["id"] });
    assert_eq!(community.call(Moderator, "undo_moderation_decision", undo).await.0, 204);
    community.0.advance(Duration::from_mins(11));
    assert_eq!(community.answers().await.len(), 0);
    assert_eq!(community.decide(Moderator, &case, "keep").await.0, 200);
    community.0.advance(Duration::from_mins(11));
    let answers = community.answers().await;
    assert!(answers.len() == 1 && answers[0].contains("não encontrou violação"), "{answers:?}");
}
