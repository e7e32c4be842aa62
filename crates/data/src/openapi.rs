//! `GET /`: the caller's tables and procedures as PostgREST describes them (OpenAPI 2.0). It contains only those that a
//! rule opens to the caller.

use std::sync::Arc;

use ateneu_base::Caller;
use ateneu_schema::{Check, Column, Default, Kind, Rule, Table};
use axum::{
    body::Body,
    extract::OriginalUri,
    http::{HeaderValue, Method, Request as HttpRequest, Response, header},
};
use serde_json::{Map, Value as Json, json};

use crate::{
    Argument, Procedure, State,
    error::Error,
    request::{self, headers::accepts_openapi},
};

const CONTENT_TYPE: &str = "application/openapi+json; charset=utf-8";
/// Media types of tables.
const FORMS: [&str; 4] = [
    "application/json",
    "application/vnd.pgrst.object+json;nulls=stripped",
    "application/vnd.pgrst.object+json",
    "text/csv",
];

pub(crate) fn serve(
    state: &Arc<State>,
    caller: &Caller,
    request: &HttpRequest<Body>,
) -> Result<Response<Body>, Error> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(Error::Method(request.method().clone()));
    }
    accepts_openapi(request.headers())?;
    let profile = request::profile(request.method(), request.headers())?;
    let base = request.extensions().get::<OriginalUri>().map_or("", |uri| uri.path().trim_end_matches('/'));
    let text = document(state, caller, base).to_string();
    let head = request.method() == Method::HEAD;
    let mut response = Response::new(if head { Body::empty() } else { Body::from(text) });
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(CONTENT_TYPE));
    if profile {
        response.headers_mut().insert("content-profile", HeaderValue::from_static("public"));
    }
    Ok(response)
}

fn document(state: &State, caller: &Caller, base: &str) -> Json {
    let open = |rule: &Rule| rule.for_caller(caller) != Rule::Nobody;
    let is_described =
        |table: &&Table| table.exposed && (open(&table.rules.read) || open(&table.rules.insert));
    let mut paths = Map::new();
    let root = json!({
        "tags": ["Introspection"],
        "summary": "OpenAPI description (this document)",
        "produces": ["application/openapi+json", "application/json"],
        "responses": { "200": { "description": "OK" } },
    });
    paths.insert("/".into(), json!({ "get": root }));
    let (mut definitions, mut parameters) = (Map::new(), common_parameters());
    for table in state.schema.tables().iter().filter(is_described) {
        let mut operations = Map::new();
        for (verb, rule) in [
            ("get", &table.rules.read),
            ("post", &table.rules.insert),
            ("patch", &table.rules.update),
            ("delete", &table.rules.delete),
        ] {
            if open(rule) {
                operations.insert(verb.into(), operation(table, verb));
            }
        }
        paths.insert(format!("/{}", table.name), Json::Object(operations));
        definitions.insert(table.name.into(), definition(table));
        let body = json!({
            "name": table.name, "description": table.name, "required": false, "in": "body",
            "schema": { "$ref": format!("#/definitions/{}", table.name) },
        });
        parameters.insert(format!("body.{}", table.name), body);
        for column in listed(table) {
            let filter = json!({ "name": column.name, "required": false, "in": "query", "type": "string" });
            parameters.insert(format!("rowFilter.{}.{}", table.name, column.name), filter);
        }
    }
    let procedures =
        state.procedures.iter().filter(|procedure| procedure.who.for_caller(caller) == Rule::Anyone);
    for procedure in procedures {
        paths.insert(format!("/rpc/{}", procedure.name), procedure_operations(procedure));
    }
    json!({
        "swagger": "2.0",
        "info": {
            "title": "Data API",
            "description": "The tables and procedures that are open to the caller",
            "version": env!("CARGO_PKG_VERSION"),
        },
        "basePath": if base.is_empty() { "/" } else { base },
        "consumes": FORMS,
        "produces": FORMS,
        "paths": paths,
        "definitions": definitions,
        "parameters": parameters,
    })
}

fn listed(table: &Table) -> impl Iterator<Item = &Column> {
    table.columns.iter().filter(|column| column.listed)
}

fn reference(name: &str) -> Json {
    json!({ "$ref": format!("#/parameters/{name}") })
}

fn operation(table: &Table, verb: &str) -> Json {
    let filters = listed(table).map(|column| format!("rowFilter.{}.{}", table.name, column.name));
    let filters: Vec<String> = if verb == "post" { Vec::new() } else { filters.collect() };
    let body = ["post", "patch"].contains(&verb).then(|| format!("body.{}", table.name));
    let others: &[&str] = match verb {
        "get" => &["select", "order", "range", "rangeUnit", "offset", "limit", "preferCount"],
        "post" => &["select", "on_conflict", "preferPost"],
        _ => &["preferReturn"],
    };
    let responses = match verb {
        "get" => {
            let items = json!({ "$ref": format!("#/definitions/{}", table.name) });
            let rows = json!({ "description": "OK", "schema": { "type": "array", "items": items } });
            json!({ "200": rows, "206": { "description": "Partial Content" } })
        }
        "post" => json!({ "201": { "description": "Created" } }),
        _ => json!({ "204": { "description": "No Content" } }),
    };
    let names = filters.iter().chain(&body).map(String::as_str).chain(others.iter().copied());
    let parameters: Vec<Json> = names.map(reference).collect();
    json!({ "tags": [table.name], "summary": table.about, "parameters": parameters, "responses": responses })
}

fn definition(table: &Table) -> Json {
    let required: Vec<&str> =
        listed(table).filter(|column| !column.nullable).map(|column| column.name).collect();
    let properties: Map<String, Json> =
        listed(table).map(|column| (column.name.to_owned(), property(table, column))).collect();
    let described = json!({ "description": table.about, "type": "object", "properties": properties });
    with_required(described, &required)
}

/// Returns a schema with its required properties. An empty list would be invalid.
fn with_required(mut schema: Json, required: &[&str]) -> Json {
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}

fn property(table: &Table, column: &Column) -> Json {
    let mut property = type_of(column.kind);
    let mut remarks = Vec::new();
    if table.primary_key.contains(&column.name) {
        remarks.push("This is a Primary Key.<pk/>".to_owned());
    }
    if let Some(key) = column.references {
        remarks.push(format!(
            "This is a Foreign Key to `{0}.{1}`.<fk table='{0}' column='{1}'/>",
            key.table, key.column
        ));
    }
    if !remarks.is_empty() {
        property.insert("description".into(), json!(format!("Note:\n{}", remarks.join("\n"))));
    }
    for check in &column.checks {
        match check {
            Check::OneOf(words) => property.insert("enum".into(), json!(words)),
            Check::Length(_, most) => property.insert("maxLength".into(), json!(most)),
            _ => None,
        };
    }
    if let Default::Literal(value) = &column.default {
        property.insert("default".into(), column.kind.json(value));
    }
    Json::Object(property)
}

/// PostgREST: JSON has a format and no type.
fn type_of(kind: Kind) -> Map<String, Json> {
    let kind_name = match kind {
        Kind::Text | Kind::Uuid | Kind::Timestamp => Some("string"),
        Kind::Int => Some("integer"),
        Kind::Real => Some("number"),
        Kind::Bool => Some("boolean"),
        Kind::Json => None,
        Kind::TextArray => Some("array"),
    };
    let format = if kind == Kind::Int { "int64" } else { kind.postgres_name() };
    let mut described = Map::from_iter([("format".to_owned(), json!(format))]);
    described.extend(kind_name.map(|name| ("type".to_owned(), json!(name))));
    if kind == Kind::TextArray {
        described.insert("items".into(), json!({ "type": "string" }));
    }
    described
}

fn procedure_operations(procedure: &Procedure) -> Json {
    let arguments = procedure.arguments.iter();
    let property = |argument: &Argument| (argument.name.to_owned(), Json::Object(type_of(argument.kind)));
    let properties: Map<String, Json> = arguments.clone().map(property).collect();
    let required = arguments.clone().filter(|argument| argument.required).map(|argument| argument.name);
    let required: Vec<&str> = required.collect();
    let tags = [format!("(rpc) {}", procedure.name)];
    let responses = json!({ "200": { "description": "OK" } });
    let schema = with_required(json!({ "type": "object", "properties": properties }), &required);
    let body = json!({ "name": "args", "required": true, "in": "body", "schema": schema });
    let parameters = [body, reference("preferParams")];
    let post =
        json!({ "tags": tags, "produces": &FORMS[..3], "parameters": parameters, "responses": responses });
    if !procedure.only_reads {
        return json!({ "post": post });
    }
    let in_query = |argument: &Argument| {
        let mut parameter = type_of(argument.kind);
        parameter.insert("name".into(), json!(argument.name));
        parameter.insert("required".into(), json!(argument.required));
        parameter.insert("in".into(), json!("query"));
        // In a query string an array is `{a,b}`, and a type must be named.
        if matches!(argument.kind, Kind::TextArray | Kind::Json) {
            parameter.remove("items");
            parameter.insert("type".into(), json!("string"));
        }
        Json::Object(parameter)
    };
    let in_query: Vec<Json> = arguments.map(in_query).collect();
    let get =
        json!({ "tags": tags, "produces": &FORMS[..3], "parameters": in_query, "responses": responses });
    json!({ "get": get, "post": post })
}

fn common_parameters() -> Map<String, Json> {
    let prefer = |values: &[&str]| {
        json!({
            "name": "Prefer", "description": "Preference", "required": false, "in": "header", "type": "string",
            "enum": values,
        })
    };
    let plain = |name: &str, description: &str, place: &str| json!({ "name": name, "description": description, "required": false, "in": place, "type": "string" });
    let returning = ["return=representation", "return=minimal", "return=headers-only"];
    let resolving = ["resolution=ignore-duplicates", "resolution=merge-duplicates"];
    let pages = "Limiting and Pagination";
    let mut unit = plain("Range-Unit", pages, "header");
    unit["default"] = json!("items");
    Map::from_iter(
        [
            ("preferParams", plain("Prefer", "Preference", "header")),
            ("preferReturn", prefer(&returning)),
            ("preferCount", prefer(&["count=exact", "count=planned", "count=estimated"])),
            ("preferPost", prefer(&[&returning[..], &resolving].concat())),
            ("select", plain("select", "Filtering Columns", "query")),
            ("on_conflict", plain("on_conflict", "On Conflict", "query")),
            ("order", plain("order", "Ordering", "query")),
            ("range", plain("Range", pages, "header")),
            ("rangeUnit", unit),
            ("offset", plain("offset", pages, "query")),
            ("limit", plain("limit", pages, "query")),
        ]
        .map(|(name, parameter)| (name.to_owned(), parameter)),
    )
}
