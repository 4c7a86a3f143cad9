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
import org.plateaubench.app.UsageError;
import org.plateaubench.wire.Json;
import tools.jackson.databind.JsonNode;

/** Creates a scenario from a Postman collection (format 2.0 or 2.1); a folder becomes a flow. Not thread-safe. */
final class PostmanImport {
    private static final Pattern VARIABLE = Pattern.compile("\\{\\{\\s*([^{}]+?)\\s*}}");
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");
    /** The part of an address before the path. */
    private static final Pattern SITE = Pattern.compile("(?:[^/?#]*://)?[^/?#]*");

    private static final int MAX_NESTED = 5;
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

    static Draft read(String file, String text, String name) throws UsageError {
        JsonNode document = ImportedText.json(file, text);
        // An export from Postman's API contains the collection below this key.
        JsonNode collection = document.path("collection").isObject() ? document.path("collection") : document;
        if (collection.path("item").isEmpty()) {
            throw new UsageError(file + ": has no requests (item): is it a collection of Postman 2.0 or 2.1?");
        }
        PostmanImport reader = new PostmanImport(new Draft(file, name));
        for (JsonNode variable : collection.path("variable")) {
            String key = variable.path(variable.has("key") ? "key" : "id").asString("");
            reader.given.put(key, variable.path("value").asString(""));
        }
        reader.readTexts(collection);
        reader.addFolder("requests", collection, collection.path("auth"));
        reader.joinFlows();
        reader.noteUnknown();
        if (reader.draft.flows.isEmpty()) {
            throw new UsageError(file + ": has no request that can be sent");
        }
        return reader.draft;
    }

    /** Reads the texts that scripts set, for variables without a value in the collection. */
    private void readTexts(JsonNode item) {
        for (JsonNode event : item.path("event")) {
            Matcher sets = SETS_TEXT.matcher(script(event));
            while (sets.find()) {
                given.merge(sets.group(1), sets.group(2), (before, value) -> before.isEmpty() ? value : before);
            }
        }
        item.path("item").forEach(this::readTexts);
    }

    private static String script(JsonNode event) {
        JsonNode exec = event.path("script").path("exec");
        return exec.isEmpty()
                ? exec.asString("")
                : String.join(
                        "\n", exec.valueStream().map(line -> line.asString("")).toList());
    }

    private void addFolder(String name, JsonNode folder, JsonNode auth) {
        List<Request> requests = new ArrayList<>();
        for (JsonNode item : folder.path("item")) {
            JsonNode own = auth(item, auth);
            if (item.path("item").isArray()) {
                addFolder(item.path("name").asString(""), item, own);
            } else if (item.hasNonNull("request")) {
                addRequest(item, auth(item.path("request"), own), requests);
            }
        }
        if (!requests.isEmpty()) {
            link(requests);
            draft.add(names, Naming.of(name + "-flow"), 1, requests);
        }
    }

    private static JsonNode auth(JsonNode owner, JsonNode inherited) {
        return owner.path("auth").isObject() ? owner.path("auth") : inherited;
    }

    private void addRequest(JsonNode item, JsonNode auth, List<Request> requests) {
        JsonNode description = item.path("request");
        String url = description.isString() ? description.asString() : url(description.path("url"));
        String method = description.path("method").asString("").isEmpty()
                ? "GET"
                : description.path("method").asString("").toUpperCase(Locale.ROOT);
        if (!METHODS.contains(method)) {
            draft.notes.add("Left out: " + item.path("name").asString("") + ", of method " + method + ".");
            return;
        }
        String target = target(url.strip(), description.path("url"));
        if (target.isEmpty()) {
            draft.notes.add("Left out: " + item.path("name").asString("") + ", to " + url + ".");
            return;
        }
        Request request = new Request(method, target);
        request.name = Naming.of(item.path("name").asString(""));
        for (JsonNode header : description.path("header")) {
            String key = header.path("key").asString("");
            boolean isOwn = Set.of("", "content-length", "host").contains(key.toLowerCase(Locale.ROOT));
            if (!isOwn && !isDisabled(header)) {
                request.headers.put(key, template(header.path("value").asString("")));
            }
        }
        if (!method.equals("GET") && !method.equals("HEAD")) {
            body(description.path("body"), request);
        }
        addAuthentication(auth, request);
        readScripts(item, request);
        item.path("response")
                .valueStream()
                .filter(example ->
                        !example.path("code").isNumber() || example.path("code").asDouble(0) < 300)
                .findFirst()
                .flatMap(example -> ImportedText.jsonIn(example.path("body").asString("")))
                .ifPresent(example -> request.reply.putAll(Samples.fields(ImportedText.value(example))));
        requests.add(request);
    }

    private static String url(JsonNode url) {
        if (!url.asString("").isEmpty() || !url.path("raw").asString("").isEmpty()) {
            return url.asString("").isEmpty() ? url.path("raw").asString("") : url.asString("");
        }
        String protocol = url.path("protocol").asString("");
        String port = url.path("port").asString("");
        String query = url.path("query")
                .valueStream()
                .filter(each -> !isDisabled(each))
                .map(each ->
                        each.path("key").asString("") + "=" + each.path("value").asString(""))
                .collect(Collectors.joining("&"));
        return (protocol.isEmpty() ? "" : protocol + "://") + joined(url.path("host"), ".")
                + (port.isEmpty() ? "" : ":" + port) + "/" + joined(url.path("path"), "/")
                + (query.isEmpty() ? "" : "?" + query);
    }

    private static boolean isDisabled(JsonNode part) {
        return part.path("disabled").asBoolean(false);
    }

    private static String joined(JsonNode parts, String separator) {
        return parts.isEmpty()
                ? parts.asString("").replaceFirst("^/", "")
                : parts.valueStream()
                        .map(part ->
                                part.asString("").isEmpty() ? part.path("value").asString("") : part.asString(""))
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
    private void joinFlows() {
        Set<Request> needed = new LinkedHashSet<>();
        boolean isJoined = false;
        for (Draft.Flow flow : draft.flows) {
            for (Request provider : flow.requests()) {
                for (String variable : provider.extracts.keySet()) {
                    List<Request> users = draft.flows.stream()
                            .filter(other ->
                                    other.requests().stream().noneMatch(each -> each.extracts.containsKey(variable)))
                            .flatMap(other -> other.requests().stream())
                            .filter(request -> request.mentions(variable))
                            .toList();
                    boolean isToken =
                            users.stream().noneMatch(request -> request.target.contains("${" + variable + "}"));
                    if (!users.isEmpty() && isToken) {
                        needed.add(provider);
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

    /** Path and query of an address of the site; empty for another site. The first address determines the site. */
    private String target(String url, JsonNode parts) {
        String fullUrl = url;
        for (JsonNode variable : parts.path("variable")) {
            String key = variable.path("key").asString("");
            String value = variable.path("value").asString("");
            fullUrl = fullUrl.replaceAll(
                    "/:" + Pattern.quote(key) + "(?=[/?#]|$)",
                    Matcher.quoteReplacement("/" + (value.isEmpty() ? "{{" + key + "}}" : value)));
        }
        Matcher site = SITE.matcher(fullUrl);
        if (site.lookingAt() && site.group().contains("{{")) {
            String known = site.group();
            for (int nested = 0; nested < MAX_NESTED; nested++) {
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
            result.append(ImportedText.literal(text.substring(end, matcher.start())));
            result.append("${").append(variable(matcher.group(1))).append('}');
            end = matcher.end();
        }
        return result.append(ImportedText.literal(text.substring(end))).toString();
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

    private void body(JsonNode body, Request request) {
        String type = request.headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("content-type"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(body.at("/options/raw/language").asString("").equals("json") ? "application/json" : "");
        String mode = body.path("mode").asString("");
        if (Set.of("raw", "urlencoded", "formdata").contains(mode)) {
            request.headers.keySet().removeIf(name -> name.equalsIgnoreCase("content-type"));
        }
        switch (mode) {
            case "raw" -> raw(body.path("raw").asString(""), type, request);
            case "urlencoded" -> {
                Map<String, String> fields = fields(body.path("urlencoded"));
                request.body = fields.isEmpty() ? null : new Request.Body.Form(fields);
            }
            case "formdata" -> {
                Map<String, String> parts = fields(body.path("formdata"));
                request.body = parts.isEmpty() ? null : new Request.Body.Multipart(parts);
            }
            case "graphql" -> {
                String variables = body.at("/graphql/variables").asString("");
                String query =
                        Json.MAPPER.writeValueAsString(body.at("/graphql/query").asString(""));
                request.headers.put("Content-Type", "application/json");
                request.body = new Request.Body.Text("{\"query\": " + template(query)
                        + (variables.isBlank() ? "" : ", \"variables\": " + template(variables)) + "}");
            }
            case "file" -> request.decisions.add("the body, which the collection takes from a file.");
            default -> {} // No body.
        }
    }

    private void raw(String text, String type, Request request) {
        if (VARIABLE.matcher(text).find()) {
            if (!text.isEmpty()) {
                request.headers.put("Content-Type", type.isEmpty() ? "text/plain" : type);
                request.body = new Request.Body.Text(template(text));
            }
        } else {
            request.body = Request.Body.of(text, type, request);
        }
    }

    private Map<String, String> fields(JsonNode list) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (JsonNode field : list) {
            if (!isDisabled(field)) {
                boolean isFile = field.path("type").asString("").equals("file");
                fields.put(
                        field.path("key").asString(""),
                        isFile
                                ? "@" + field.path("src").asString("").replaceFirst(".*[/\\\\]", "")
                                : template(field.path("value").asString("")));
            }
        }
        return fields;
    }

    private void addAuthentication(JsonNode auth, Request request) {
        String type = auth.path("type").asString("");
        switch (type) {
            case "bearer" ->
                request.headers.put("Authorization", "Bearer " + template(setting(auth.path(type), "token")));
            case "basic" -> {
                String user = setting(auth.path(type), "username");
                String password = setting(auth.path(type), "password");
                request.headers.keySet().removeIf("authorization"::equalsIgnoreCase);
                request.basic.addAll(List.of(template(user), template(password)));
            }
            case "apikey" -> {
                String name = setting(auth.path(type), "key");
                if (!name.isEmpty() && !setting(auth.path(type), "in").equals("query")) {
                    request.headers.put(name, template(setting(auth.path(type), "value")));
                } else if (!name.isEmpty()) {
                    request.target += (request.target.contains("?") ? "&" : "?") + name + "="
                            + template(setting(auth.path(type), "value"));
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
    private static String setting(JsonNode settings, String key) {
        return settings.valueStream()
                .filter(setting -> setting.path("key").asString("").equals(key))
                .map(setting -> setting.path("value").asString(""))
                .findFirst()
                .orElse(settings.path(key).asString(""));
    }

    private void readScripts(JsonNode item, Request request) {
        for (JsonNode event : item.path("event")) {
            String script = script(event);
            if (event.path("listen").asString("").equals("test")) {
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
