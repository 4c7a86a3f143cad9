// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes a scenario of a Postman collection (format 2.0 or 2.1); a folder becomes a flow. Not thread-safe. */
final class PostmanImport {
    private static final Pattern VARIABLE = Pattern.compile("\\{\\{\\s*([^{}]+?)\\s*}}");
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");
    private static final Pattern STATUS =
            Pattern.compile("to\\.have\\.status\\(\\s*(\\d{3})\\s*\\)|responseCode\\.code\\s*={2,3}\\s*(\\d{3})");
    private static final Pattern SETS = Pattern.compile(
            "(?:environment|globals|collectionVariables|variables)\\.set\\(\\s*[\"']([^\"']+)[\"']\\s*,\\s*[A-Za-z_]\\w*((?:\\.[A-Za-z_]\\w*|\\[\\d+])+)\\s*\\)"
                    + "|set(?:Environment|Global)Variable\\(\\s*[\"']([^\"']+)[\"']\\s*,\\s*[A-Za-z_]\\w*((?:\\.[A-Za-z_]\\w*|\\[\\d+])+)\\s*\\)");
    /** Postman's own variables, and the sources of data that give such values. */
    private static final Map<String, String> DYNAMIC = Map.of(
            "guid", "{ uuid: true }",
            "randomUUID", "{ uuid: true }",
            "timestamp", "{ sequence: 1767225600 }",
            "randomInt", "{ uniform: 0..1000 }",
            "randomFirstName", "{ choice: [Ada, Grace, Edsger, Barbara] }",
            "randomLastName", "{ choice: [Lovelace, Hopper, Dijkstra, Liskov] }",
            "randomBoolean", "{ choice: [\"true\", \"false\"] }");

    private final Draft draft;
    private final Naming names = new Naming();
    private final Map<String, String> given = new LinkedHashMap<>();
    private final Map<String, String> renamed = new LinkedHashMap<>();

    private PostmanImport(Draft draft) {
        this.draft = draft;
    }

    static Draft read(String file, String text, String name) throws Unreadable {
        Node document = Node.json(file, text);
        // An export by the interface of Postman has the collection below this key.
        Node collection = document.at("collection").isMap() ? document.at("collection") : document;
        if (collection.at("item").elements().isEmpty()) {
            throw new Unreadable(file + ": has no requests (item): is it a collection of Postman 2.0 or 2.1?");
        }
        PostmanImport made = new PostmanImport(new Draft(file, name));
        for (Node variable : collection.at("variable").elements()) {
            made.given.put(
                    variable.text("key").isEmpty() ? variable.text("id") : variable.text("key"),
                    variable.text("value"));
        }
        made.folder("requests", collection, collection.at("auth"));
        if (made.draft.flows.isEmpty()) {
            throw new Unreadable(file + ": has no request that can be sent");
        }
        return made.draft;
    }

    private void folder(String name, Node folder, Node auth) {
        List<Request> requests = new ArrayList<>();
        for (Node item : folder.at("item").elements()) {
            Node own = item.at("auth").isMap() ? item.at("auth") : auth;
            if (item.at("item").value() instanceof List) {
                folder(item.text("name"), item, own);
            } else if (!item.at("request").isMissing()) {
                take(item, item.at("request", "auth").isMap() ? item.at("request", "auth") : own, requests);
            }
        }
        if (!requests.isEmpty()) {
            draft.add(names, Naming.of(name + "-flow"), 1, requests);
        }
    }

    private void take(Node item, Node auth, List<Request> requests) {
        Node asked = item.at("request");
        String url = asked.value() instanceof String text
                ? text
                : asked.at("url").text().isEmpty()
                        ? asked.at("url").text("raw")
                        : asked.at("url").text();
        String method =
                asked.text("method").isEmpty() ? "GET" : asked.text("method").toUpperCase(Locale.ROOT);
        if (!METHODS.contains(method)) {
            draft.notes.add("Left out: " + item.text("name") + ", of method " + method + ".");
            return;
        }
        String target = target(url.strip(), asked.at("url"));
        if (target.isEmpty()) {
            draft.notes.add("Left out: " + item.text("name") + ", to " + url + ".");
            return;
        }
        Request request = new Request(method, target);
        request.name = Naming.of(item.text("name"));
        for (Node header : asked.at("header").elements()) {
            boolean isOwn =
                    Set.of("content-length", "host").contains(header.text("key").toLowerCase(Locale.ROOT));
            if (!header.text("disabled").equals("true")
                    && !isOwn
                    && !header.text("key").isEmpty()) {
                request.headers.put(header.text("key"), template(header.text("value")));
            }
        }
        if (!method.equals("GET") && !method.equals("HEAD")) {
            body(asked.at("body"), request);
        }
        authorise(auth, request);
        scripts(item, request);
        requests.add(request);
    }

    /** Path and query of an address of the site; empty for another site. The first address is that of the site. */
    private String target(String url, Node parts) {
        String whole = url;
        for (Node variable : parts.at("variable").elements()) {
            String value = variable.text("value");
            whole = whole.replaceAll(
                    "/:" + Pattern.quote(variable.text("key")) + "(?=[/?#]|$)",
                    "/" + Matcher.quoteReplacement(value.isEmpty() ? "1" : value));
        }
        Matcher leading =
                Pattern.compile("^(https?://)?\\{\\{\\s*([^{}]+?)\\s*}}").matcher(whole);
        if (leading.find()) {
            String value = given.getOrDefault(leading.group(2), "");
            String address = value.isEmpty() ? "" : (leading.group(1) == null ? "" : leading.group(1)) + value;
            whole = (address.matches("(?i)https?://.*") ? address : "") + whole.substring(leading.end());
        }
        if (!whole.startsWith("/") && !whole.isEmpty() && !whole.matches("(?i)https?://.*")) {
            whole = "http://" + whole;
        }
        String origin = HarImport.origin(whole);
        if (!origin.isEmpty() && draft.address.isEmpty() && !origin.contains("{{")) {
            draft.address = origin;
        }
        String rest = template(
                whole.substring(origin.length()).replaceFirst("#.*", "").replace(" ", "%20"));
        boolean isSite = origin.isEmpty() || origin.equals(draft.address);
        return isSite ? (rest.startsWith("/") ? rest : "/" + rest) : "";
    }

    /** A text whose variables become those of the scenario. */
    private String template(String text) {
        StringBuilder result = new StringBuilder();
        Matcher matcher = VARIABLE.matcher(text);
        int end = 0;
        while (matcher.find()) {
            result.append(Draft.literal(text.substring(end, matcher.start())));
            result.append("${").append(variable(matcher.group(1))).append('}');
            end = matcher.end();
        }
        return result.append(Draft.literal(text.substring(end))).toString();
    }

    private String variable(String original) {
        return renamed.computeIfAbsent(original, any -> {
            boolean isDynamic = original.startsWith("$");
            String name = Naming.ofVariable(isDynamic ? original.substring(1) : original);
            if (isDynamic) {
                draft.data.put(name, DYNAMIC.getOrDefault(original.substring(1), "{ text: 8..16 }"));
            } else {
                String value = given.getOrDefault(original, "");
                draft.variables.put(name, template(value));
                if (value.isEmpty()) {
                    draft.notes.add("DECIDE: the value of variable " + name + ", which the collection does not have.");
                }
            }
            return name;
        });
    }

    private void body(Node body, Request request) {
        String type = request.headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("content-type"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(body.at("options", "raw").text("language").equals("json") ? "application/json" : "");
        switch (body.text("mode")) {
            case "raw" -> {
                request.headers.keySet().removeIf(name -> name.equalsIgnoreCase("content-type"));
                raw(body.text("raw"), type, request);
            }
            case "urlencoded" -> {
                request.headers.keySet().removeIf(name -> name.equalsIgnoreCase("content-type"));
                Map<String, String> fields = fields(body.at("urlencoded"));
                request.body = fields.isEmpty() ? null : new Request.Body.Form(fields);
            }
            case "formdata" -> {
                request.headers.keySet().removeIf(name -> name.equalsIgnoreCase("content-type"));
                Map<String, String> parts = fields(body.at("formdata"));
                request.body = parts.isEmpty() ? null : new Request.Body.Multipart(parts);
            }
            case "graphql" -> {
                Map<String, Object> query = new LinkedHashMap<>();
                query.put("query", template(body.at("graphql").text("query")));
                Node.jsonIn(body.at("graphql").text("variables"))
                        .filter(Node::isMap)
                        .ifPresent(variables ->
                                query.put("variables", java.util.Objects.requireNonNull(variables.value())));
                request.body = new Request.Body.Json(query);
            }
            case "file" -> request.decisions.add("the body, which the collection takes from a file.");
            default -> {} // Without a body.
        }
    }

    private void raw(String text, String type, Request request) {
        if (VARIABLE.matcher(text).find()) {
            if (!text.isEmpty()) {
                request.headers.put("Content-Type", type.isEmpty() ? "text/plain" : type);
                request.body = new Request.Body.Text(template(text));
            }
        } else {
            request.body = Bodies.of(text, type, request);
        }
    }

    private Map<String, String> fields(Node list) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (Node field : list.elements()) {
            if (!field.text("disabled").equals("true")) {
                boolean isFile = field.text("type").equals("file");
                fields.put(
                        field.text("key"),
                        isFile ? "@" + field.text("src").replaceFirst(".*[/\\\\]", "") : template(field.text("value")));
            }
        }
        return fields;
    }

    private void authorise(Node auth, Request request) {
        String type = auth.text("type");
        switch (type) {
            case "bearer" ->
                request.headers.put("Authorization", "Bearer " + template(setting(auth.at(type), "token")));
            case "basic" -> {
                String user = setting(auth.at(type), "username");
                String password = setting(auth.at(type), "password");
                boolean isKnown =
                        !user.isEmpty() && !VARIABLE.matcher(user + password).find();
                request.headers.put(
                        "Authorization",
                        "Basic " + (isKnown ? Bodies.basic(user + ":" + password) : "${env:API_BASIC}"));
                if (!isKnown) {
                    request.decisions.add("API_BASIC in the environment: user:password in Base64.");
                }
            }
            case "apikey" -> {
                String name = setting(auth.at(type), "key");
                if (!name.isEmpty() && !setting(auth.at(type), "in").equals("query")) {
                    request.headers.put(name, template(setting(auth.at(type), "value")));
                } else if (!name.isEmpty()) {
                    request.target += (request.target.contains("?") ? "&" : "?") + name + "="
                            + template(setting(auth.at(type), "value"));
                }
            }
            case "", "noauth", "inherit" -> {} // As it is.
            default -> {
                request.headers.put("Authorization", "Bearer ${env:API_TOKEN}");
                request.decisions.add("the authentication, which is of type " + type + " in the collection.");
            }
        }
    }

    /** A setting of an authentication: a list of keys and values in format 2.1, a mapping in 2.0. */
    private static String setting(Node settings, String key) {
        return settings.elements().stream()
                .filter(setting -> setting.text("key").equals(key))
                .map(setting -> setting.text("value"))
                .findFirst()
                .orElse(settings.text(key));
    }

    private void scripts(Node item, Request request) {
        for (Node event : item.at("event").elements()) {
            Node exec = event.at("script", "exec");
            String script = exec.elements().isEmpty()
                    ? exec.text()
                    : String.join("\n", exec.elements().stream().map(Node::text).toList());
            if (event.text("listen").equals("test")) {
                Matcher status = STATUS.matcher(script);
                if (status.find()) {
                    request.status = Integer.parseInt(status.group(1) == null ? status.group(2) : status.group(1));
                }
                Matcher sets = SETS.matcher(script);
                while (sets.find()) {
                    String name = sets.group(1) == null ? sets.group(3) : sets.group(1);
                    String path = sets.group(2) == null ? sets.group(4) : sets.group(2);
                    request.extracts.put(variable(name), Map.of("json", "$" + path));
                }
            } else if (!script.isBlank()) {
                request.decisions.add("a script of the collection runs before this request; it is not translated.");
            }
        }
    }
}
