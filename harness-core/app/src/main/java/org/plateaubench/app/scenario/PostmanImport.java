// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.wire.Json;

/** Creates a scenario from a Postman collection (format 2.0 or 2.1); a folder becomes a flow. Not thread-safe. */
final class PostmanImport {
    private static final Pattern VARIABLE = Pattern.compile("\\{\\{\\s*([^{}]+?)\\s*}}");
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");
    /** The part of an address before the path. */
    private static final Pattern SITE = Pattern.compile("(?:[^/?#]*://)?[^/?#]*");

    private static final int NESTED = 5;
    private static final Pattern STATUS = Pattern.compile(
            "(?:to\\.have\\.status\\(|[cC]ode\\)\\.to\\.(?:be\\.)?eq(?:ua)?l\\(|responseCode\\.code\\s*={2,3})\\s*(\\d{3})");
    private static final Pattern SETS_HEADER = Pattern.compile(
            "\\.set\\(\\s*[\"']([^\"']+)[\"']\\s*,\\s*pm\\.response\\.headers\\.get\\(\\s*[\"']([^\"']+)[\"']\\s*\\)");
    /** An answer as JSON in a script, or a script's variable that contains it, and the path to a value in it. */
    private static final String VALUE = "(pm\\.response\\.json\\(\\)|JSON\\.parse\\([^()]*(?:\\(\\))?\\)|[A-Za-z_]\\w*)"
            + "((?:\\??\\.[A-Za-z_]\\w*|\\[\\d+]|\\[[\"'][A-Za-z_]\\w*[\"']])*)";

    private static final Pattern ASSIGNS =
            Pattern.compile("(?:var|let|const)\\s+(\\w+)\\s*=\\s*" + VALUE + "\\s*(?=[;\\n]|$)");
    private static final Pattern SETS = Pattern.compile(
            "(?:(?:environment|globals|collectionVariables|variables)\\.set|set(?:Environment|Global)Variable)"
                    + "\\(\\s*[\"']([^\"']+)[\"']\\s*,\\s*" + VALUE + "\\s*\\)");
    private static final Pattern SETS_TEXT = Pattern.compile(
            "(?:environment|globals|collectionVariables|variables)\\.set\\(\\s*[\"']([^\"']+)[\"']\\s*,\\s*[\"']([^\"'{}]*)[\"']\\s*\\)");
    private static final Pattern ID = Pattern.compile("\\d+|[0-9a-fA-F]{24}|[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}");
    /** Postman's dynamic variables, with data sources that generate similar values. */
    private static final Map<String, String> DYNAMIC = Map.of(
            "guid", "{ uuid: true }",
            "randomUUID", "{ uuid: true }",
            "timestamp", "{ sequence: 1767225600 }",
            "randomInt", "{ uniform: 0..1000 }",
            "randomFirstName", "{ choice: [Ada, Grace, Edsger, Barbara] }",
            "randomLastName", "{ choice: [Lovelace, Hopper, Dijkstra, Liskov] }",
            "randomBoolean", "{ choice: [\"true\", \"false\"] }",
            "isoTimestamp", "{ choice: [\"2026-01-15T12:00:00Z\"] }",
            "randomEmail", "{ choice: [user@example.com] }");

    private final Draft draft;
    private final Naming names = new Naming();
    private final Map<String, String> given = new LinkedHashMap<>();
    private final Map<String, String> renamed = new LinkedHashMap<>();
    /** Variables to which a script assigns a value from an answer. */
    private final Set<String> scripted = new HashSet<>();

    private PostmanImport(Draft draft) {
        this.draft = draft;
    }

    static Draft read(String file, String text, String name) throws Unreadable {
        Node document = Node.json(file, text);
        // An export from Postman's API contains the collection below this key.
        Node collection = document.at("collection").isMap() ? document.at("collection") : document;
        if (collection.at("item").elements().isEmpty()) {
            throw new Unreadable(file + ": has no requests (item): is it a collection of Postman 2.0 or 2.1?");
        }
        PostmanImport reader = new PostmanImport(new Draft(file, name));
        for (Node variable : collection.at("variable").elements()) {
            reader.given.put(
                    variable.text("key").isEmpty() ? variable.text("id") : variable.text("key"),
                    variable.text("value"));
        }
        reader.readTexts(collection);
        reader.folder("requests", collection, collection.at("auth"));
        reader.join();
        reader.noteUnknown();
        if (reader.draft.flows.isEmpty()) {
            throw new Unreadable(file + ": has no request that can be sent");
        }
        return reader.draft;
    }

    /** Reads the texts that scripts set, for variables without a value in the collection. */
    private void readTexts(Node item) {
        for (Node event : item.at("event").elements()) {
            Matcher sets = SETS_TEXT.matcher(script(event));
            while (sets.find()) {
                given.merge(sets.group(1), sets.group(2), (old, value) -> old.isEmpty() ? value : old);
            }
        }
        item.at("item").elements().forEach(this::readTexts);
    }

    private static String script(Node event) {
        Node exec = event.at("script", "exec");
        return exec.elements().isEmpty()
                ? exec.text()
                : String.join("\n", exec.elements().stream().map(Node::text).toList());
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
            link(requests);
            draft.add(names, Naming.of(name + "-flow"), 1, requests);
        }
    }

    private void take(Node item, Node auth, List<Request> requests) {
        Node description = item.at("request");
        String url = description.value() instanceof String text ? text : url(description.at("url"));
        String method = description.text("method").isEmpty()
                ? "GET"
                : description.text("method").toUpperCase(Locale.ROOT);
        if (!METHODS.contains(method)) {
            draft.notes.add("Left out: " + item.text("name") + ", of method " + method + ".");
            return;
        }
        String target = target(url.strip(), description.at("url"));
        if (target.isEmpty()) {
            draft.notes.add("Left out: " + item.text("name") + ", to " + url + ".");
            return;
        }
        Request request = new Request(method, target);
        request.name = Naming.of(item.text("name"));
        for (Node header : description.at("header").elements()) {
            boolean isOwn =
                    Set.of("content-length", "host").contains(header.text("key").toLowerCase(Locale.ROOT));
            if (!header.text("disabled").equals("true")
                    && !isOwn
                    && !header.text("key").isEmpty()) {
                request.headers.put(header.text("key"), template(header.text("value")));
            }
        }
        if (!method.equals("GET") && !method.equals("HEAD")) {
            body(description.at("body"), request);
        }
        authorise(auth, request);
        scripts(item, request);
        item.at("response").elements().stream()
                .filter(example ->
                        !example.at("code").isNumber() || example.at("code").number() < 300)
                .findFirst()
                .flatMap(example -> Node.jsonIn(example.text("body")))
                .ifPresent(example -> request.reply.putAll(Samples.fields(example.value())));
        requests.add(request);
    }

    private static String url(Node url) {
        if (!url.text().isEmpty() || !url.text("raw").isEmpty()) {
            return url.text().isEmpty() ? url.text("raw") : url.text();
        }
        String protocol = url.text("protocol").isEmpty() ? "" : url.text("protocol") + "://";
        String port = url.text("port").isEmpty() ? "" : ":" + url.text("port");
        String query = url.at("query").elements().stream()
                .filter(each -> !each.text("disabled").equals("true"))
                .map(each -> each.text("key") + "=" + each.text("value"))
                .collect(Collectors.joining("&"));
        return protocol + joined(url.at("host"), ".") + port + "/" + joined(url.at("path"), "/")
                + (query.isEmpty() ? "" : "?" + query);
    }

    private static String joined(Node parts, String separator) {
        return parts.elements().isEmpty()
                ? parts.text().replaceFirst("^/", "")
                : parts.elements().stream()
                        .map(part -> part.text().isEmpty() ? part.text("value") : part.text())
                        .collect(Collectors.joining(separator));
    }

    /** Makes requests that follow the creation of an item use the returned id, and moves deletions to the end. */
    private void link(List<Request> requests) {
        for (int at = 0; at < requests.size(); at++) {
            List<String> segments =
                    new ArrayList<>(List.of(requests.get(at).target.split("(?=[/?])", -1)));
            for (int part = 0; part < segments.size(); part++) {
                String before = String.join("", segments.subList(0, part));
                boolean isCreated = requests.subList(0, at).stream()
                        .anyMatch(each -> each.method.equals("POST") && each.target.split("[?]", 2)[0].equals(before));
                if (isCreated && ID.matcher(segments.get(part).substring(1)).matches()) {
                    given.put("createdId", "");
                    segments.set(part, "/${" + variable("createdId") + "}");
                }
            }
            requests.get(at).target = String.join("", segments);
        }
        requests.stream()
                .filter(request -> request.method.equals("POST") && request.reply.isEmpty())
                .forEach(request -> request.reply.put("id", Map.of("json", "$.id", "default", "1")));
        Items items = new Items(draft, requests, this::isUnknown);
        items.link();
        items.deleteLast(requests);
    }

    private boolean isUnknown(String variable) {
        return draft.variables.getOrDefault(variable, "x").isEmpty() && !scripted.contains(variable);
    }

    /** Moves requests for values that several flows need, such as tokens, to each user's start, or joins the flows. */
    private void join() {
        Set<Request> needed = new LinkedHashSet<>();
        boolean isJoined = false;
        for (Draft.Flow flow : draft.flows) {
            for (Request by : flow.requests()) {
                for (String variable : by.extracts.keySet()) {
                    List<Request> users = draft.flows.stream()
                            .filter(other ->
                                    other.requests().stream().noneMatch(each -> each.extracts.containsKey(variable)))
                            .flatMap(other -> other.requests().stream())
                            .filter(request -> request.mentions(variable))
                            .toList();
                    boolean isToken =
                            users.stream().noneMatch(request -> request.target.contains("${" + variable + "}"));
                    if (!users.isEmpty() && isToken) {
                        needed.add(by);
                    }
                    isJoined |= !users.isEmpty() && !isToken;
                }
            }
        }
        List<Request> rest = new ArrayList<>();
        draft.flows.forEach(flow -> rest.addAll(flow.requests()));
        rest.removeAll(needed);
        if (rest.isEmpty()) {
            return;
        }
        draft.start.addAll(needed);
        draft.flows.forEach(flow -> flow.requests().removeAll(needed));
        draft.flows.removeIf(flow -> flow.requests().isEmpty());
        if (isJoined) {
            draft.flows.clear();
            draft.flows.add(new Draft.Flow("requests-flow", 1, rest));
        }
    }

    private void noteUnknown() {
        draft.variables
                .keySet()
                .removeIf(name -> isUnknown(name) && allRequests().noneMatch(each -> each.mentions(name)));
        draft.variables.keySet().stream()
                .filter(name -> isUnknown(name) && allRequests().noneMatch(each -> each.extracts.containsKey(name)))
                .forEach(name -> draft.notes.add(
                        "DECIDE: the value of variable " + name + ", which the collection does not have."));
    }

    private Stream<Request> allRequests() {
        return Stream.concat(draft.start.stream(), draft.flows.stream().flatMap(flow -> flow.requests().stream()));
    }

    /** Path and query of an address of the site; empty for another site. The first address is that of the site. */
    private String target(String url, Node parts) {
        String fullUrl = url;
        for (Node variable : parts.at("variable").elements()) {
            String value = variable.text("value");
            fullUrl = fullUrl.replaceAll(
                    "/:" + Pattern.quote(variable.text("key")) + "(?=[/?#]|$)",
                    "/" + Matcher.quoteReplacement(value.isEmpty() ? "{{" + variable.text("key") + "}}" : value));
        }
        Matcher site = SITE.matcher(fullUrl);
        if (site.lookingAt() && site.group().contains("{{")) {
            String known = site.group();
            for (int nested = 0; nested < NESTED; nested++) {
                known = VARIABLE.matcher(known).replaceAll(each -> {
                    String value = given.getOrDefault(each.group(1), "");
                    return Matcher.quoteReplacement(value.isEmpty() ? each.group() : value);
                });
            }
            Matcher inner = SITE.matcher(known);
            boolean isOpen = inner.lookingAt() && inner.group().matches("(?:[^/]*://)?(?:[^/]*:)?\\{\\{.*");
            fullUrl = (isOpen ? known.substring(inner.end()) : known) + fullUrl.substring(site.end());
        }
        if (!fullUrl.startsWith("/") && !fullUrl.isEmpty() && !fullUrl.matches("(?i)https?://.*")) {
            fullUrl = "http://" + fullUrl;
        }
        String origin = HarImport.origin(fullUrl);
        if (!origin.isEmpty() && draft.address.isEmpty() && !origin.contains("{{")) {
            draft.address = origin;
        }
        String rest = template(
                fullUrl.substring(origin.length()).replaceFirst("#.*", "").replace(" ", "%20"));
        boolean isSite = origin.isEmpty() || origin.equals(draft.address);
        return isSite ? (rest.startsWith("/") || rest.startsWith("${") ? rest : "/" + rest) : "";
    }

    /** A text in which the collection's variables are replaced by those of the scenario. */
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
        String known = renamed.get(original);
        if (known != null) {
            return known;
        }
        boolean isDynamic = original.startsWith("$");
        String name = Naming.ofVariable(isDynamic ? original.substring(1) : original);
        renamed.put(original, name);
        if (isDynamic) {
            draft.data.put(name, DYNAMIC.getOrDefault(original.substring(1), "{ text: 8..16 }"));
        } else {
            draft.variables.put(name, template(given.getOrDefault(original, "")));
        }
        return name;
    }

    private void body(Node body, Request request) {
        String type = request.headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("content-type"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(body.at("options", "raw").text("language").equals("json") ? "application/json" : "");
        String mode = body.text("mode");
        if (Set.of("raw", "urlencoded", "formdata").contains(mode)) {
            request.headers.keySet().removeIf(name -> name.equalsIgnoreCase("content-type"));
        }
        switch (mode) {
            case "raw" -> raw(body.text("raw"), type, request);
            case "urlencoded" -> {
                Map<String, String> fields = fields(body.at("urlencoded"));
                request.body = fields.isEmpty() ? null : new Request.Body.Form(fields);
            }
            case "formdata" -> {
                Map<String, String> parts = fields(body.at("formdata"));
                request.body = parts.isEmpty() ? null : new Request.Body.Multipart(parts);
            }
            case "graphql" -> {
                String variables = body.at("graphql").text("variables");
                String query = Json.MAPPER.writeValueAsString(body.at("graphql").text("query"));
                request.headers.put("Content-Type", "application/json");
                request.body = new Request.Body.Text("{\"query\": " + template(query)
                        + (variables.isBlank() ? "" : ", \"variables\": " + template(variables)) + "}");
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
                request.headers.keySet().removeIf("authorization"::equalsIgnoreCase);
                request.basic.addAll(List.of(template(user), template(password)));
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
            case "", "noauth", "inherit" -> {} // No authentication to add.
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
            String script = script(event);
            if (event.text("listen").equals("test")) {
                Matcher status = STATUS.matcher(script);
                if (status.find()) {
                    request.status = status.group(1);
                }
                extract(script, request);
            } else if (!SETS_TEXT
                    .matcher(script)
                    .replaceAll("")
                    .replaceAll("pm\\.|postman\\.|[;\\s]", "")
                    .isEmpty()) {
                request.decisions.add("a script of the collection runs before this request; it is not translated.");
            }
        }
    }

    private void extract(String script, Request request) {
        Map<String, String> paths = new HashMap<>();
        Matcher assigns = ASSIGNS.matcher(script);
        while (assigns.find()) {
            paths.put(assigns.group(1), path(assigns, 2, paths));
        }
        Matcher headers = SETS_HEADER.matcher(script);
        while (headers.find()) {
            scripted.add(variable(headers.group(1)));
            request.extracts.put(variable(headers.group(1)), Map.of("header", headers.group(2)));
        }
        Matcher sets = SETS.matcher(script);
        while (sets.find()) {
            String path = path(sets, 2, paths);
            if (path.length() > 1) {
                scripted.add(variable(sets.group(1)));
                request.extracts.put(variable(sets.group(1)), Map.of("json", path));
            }
        }
    }

    /** The JSON path of a value in a script; a variable of unknown content may contain the entire answer. */
    private static String path(Matcher found, int group, Map<String, String> paths) {
        String steps = found.group(group + 1).replace("?.", ".").replaceAll("\\[[\"'](\\w+)[\"']]", ".$1");
        return paths.getOrDefault(found.group(group), "$") + steps;
    }
}
