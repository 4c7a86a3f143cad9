// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.contract;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.contract.ApiDocument.Operation;
import org.plateaubench.web.contract.ApiDocument.Parameter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls every operation of a document with values that keep it and values that do not, drawn from a seed. One thread. */
public final class Fuzzer {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final ApiDocument document;
    private final List<Operation> operations;
    private final URI server;
    private final HttpClient http;
    private final Values values;
    private final SeenNames seen = new SeenNames();
    private final TreeSet<String> faults = new TreeSet<>();
    /** Answers that are as the document promises, with operation, status and type. */
    private final Set<String> right = new HashSet<>();

    private final Map<String, Integer> statuses = new TreeMap<>();
    private final Set<String> done = new TreeSet<>();
    private final Map<String, Integer> calls = new TreeMap<>();
    private final List<Change> changes = new ArrayList<>();
    private Map<String, List<String>> texts = Map.of();
    private Map<String, List<String>> queries = Map.of();
    private @Nullable Set<String> spared;

    /**
     * Something that was done.
     *
     * @param operation method and path of the document
     * @param target what was called
     * @param answer body of the answer
     */
    public record Change(String operation, String target, String answer) {}

    /** A fuzzer of a server that says it keeps a document. */
    public Fuzzer(ApiDocument document, URI server, HttpClient http, long seed) {
        this.document = document;
        this.operations = document.operations();
        this.server = server;
        this.http = http;
        this.values = new Values(document, new Random(seed));
    }

    /** What the answers had that the document does not promise, each once. */
    public List<String> faults() {
        return List.copyOf(faults);
    }

    /** How often each status was answered. */
    public Map<String, Integer> statuses() {
        return statuses;
    }

    /** The operations that were carried out at least once. */
    public Set<String> done() {
        return done;
    }

    /** How often each operation was called. */
    public Map<String, Integer> calls() {
        return calls;
    }

    /** What was done by anything but reading, in order. */
    public List<Change> changes() {
        return changes;
    }

    /** From now on parameters of a query often have these values, by their names. */
    public void askFor(Map<String, List<String>> usefulQueries) {
        queries = Map.copyOf(usefulQueries);
    }

    /**
     * From now on what is there is changed and removed too.
     *
     * @param sparedThings ids and names that are not: without them the fuzzer itself would be shut out
     * @param usefulTexts what properties of a body may hold, by the name of the property
     */
    public void actOnWhatIsThere(Set<String> sparedThings, Map<String, List<String>> usefulTexts) {
        spared = Set.copyOf(sparedThings);
        texts = Map.copyOf(usefulTexts);
    }

    /**
     * Calls every operation.
     *
     * @param headers who calls, as names and values of headers
     * @param times how often each is called: with what must be given, then in turn with wrong and right values
     */
    public void call(Map<String, String> headers, int times) throws IOException, InterruptedException {
        for (int i = 0; i < times; i++) {
            for (Operation operation : operations) {
                call(operation, headers, Kind.values()[Math.min(i, 1) + i / 2 % 2]);
            }
        }
    }

    /** How a request is made. */
    private enum Kind {
        /** Nothing that could be left out. */
        PLAIN,
        /** As the document has it. */
        VALID,
        /** Otherwise. */
        WRONG
    }

    private void call(Operation operation, Map<String, String> headers, Kind kind)
            throws IOException, InterruptedException {
        boolean valid = kind != Kind.WRONG;
        String target = document.base() + path(operation, valid) + query(operation, kind);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.resolve(target)).timeout(DEADLINE);
        headers.forEach(request::header);
        request.header("Accept", document.answerTypes(operation));
        String body = body(operation, request, valid);
        request.method(
                operation.method(),
                body == null
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
        String example = " (for example " + cut(target) + (body == null ? "" : " with " + cut(body)) + ")";
        HttpResponse<InputStream> response;
        try {
            response = answer(request.build());
        } catch (IOException e) {
            faults.add(operation + ": no answer, " + e + example);
            return;
        }
        String type = response.headers().firstValue("Content-Type").orElse(null);
        calls.merge(operation.toString(), 1, Integer::sum);
        statuses.merge(Integer.toString(response.statusCode()), 1, Integer::sum);
        if (response.statusCode() < 300) {
            done.add(operation.toString());
        }
        String fault;
        try (InputStream stream = response.body()) {
            // A stream of events has no end; that it began is enough.
            boolean endless = type != null && type.startsWith("text/event-stream");
            byte[] answer = endless ? new byte[] {0} : stream.readAllBytes();
            // Most answers were there before: they are right, and name nothing new.
            String whole = operation + " " + response.statusCode() + " " + type + " "
                    + new String(answer, StandardCharsets.ISO_8859_1);
            boolean isNew = !right.contains(whole);
            fault = isNew ? document.fault(operation, response.statusCode(), type, answer) : null;
            if (fault == null) {
                right.add(whole);
            }
            if (isNew
                    && reads(operation)
                    && response.statusCode() == 200
                    && type != null
                    && type.startsWith("application/json")) {
                seen.add(operation.path(), answer);
            }
            if (!reads(operation) && response.statusCode() < 300) {
                changes.add(new Change(operation.toString(), target, new String(answer, StandardCharsets.UTF_8)));
            }
        }
        if (fault != null) {
            faults.add(operation + ": " + fault + example);
        }
    }

    /** A server may close a connection that is kept for later just as it is used again; once is not a fault. */
    private HttpResponse<InputStream> answer(HttpRequest request) throws IOException, InterruptedException {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (HttpTimeoutException e) {
            throw e;
        } catch (IOException e) {
            return http.send(request, HttpResponse.BodyHandlers.ofInputStream());
        }
    }

    /** What is there is only looked at, unless it was said otherwise: everything else is done to what is not there. */
    private static boolean reads(Operation operation) {
        return operation.method().equals("GET");
    }

    /** A value that an answer had for a thing of this kind; null when none did, or not this time. */
    private @Nullable String known(Operation operation, Parameter parameter) {
        List<String> things = seen.thingsOf(operation.path(), parameter.name());
        if (!reads(operation)) {
            Set<String> not = spared;
            things = not == null
                    ? List.of()
                    : things.stream().filter(thing -> !not.contains(thing)).toList();
        }
        return !things.isEmpty() && values.chance(0.8) ? values.pick(things) : null;
    }

    private static String cut(String text) {
        return text.length() <= 160 ? text : text.substring(0, 160) + "\u2026";
    }

    private String path(Operation operation, boolean valid) {
        String path = operation.path();
        for (Parameter parameter : operation.parameters()) {
            if (parameter.in().equals("path")) {
                String known = valid ? known(operation, parameter) : null;
                String value = known != null
                        ? known
                        : valid || values.chance(0.5)
                                ? Values.plain(values.valid(parameter.schema()))
                                : values.hostileText();
                path = path.replace("{" + parameter.name() + "}", encoded(segment(value)));
            }
        }
        return path;
    }

    /** Without a value, or with dots alone, it would be another path. */
    private static String segment(@Nullable String value) {
        return value == null || value.isBlank() || value.equals("..") ? "nonesuch" : value;
    }

    private String query(Operation operation, Kind kind) {
        boolean valid = kind != Kind.WRONG;
        List<String> pairs = new ArrayList<>();
        for (Parameter parameter : operation.parameters()) {
            if (parameter.in().equals("query")) {
                boolean given =
                        valid ? parameter.required() || (kind == Kind.VALID && values.chance(0.5)) : values.chance(0.7);
                if (given) {
                    pairs(parameter, valid, pairs);
                }
            }
        }
        if (!valid && values.chance(0.1)) {
            pairs.add("unknown=1");
        }
        return pairs.isEmpty() ? "" : "?" + String.join("&", pairs);
    }

    private void pairs(Parameter parameter, boolean valid, List<String> pairs) {
        String name = encoded(parameter.name()) + "=";
        if (!valid && values.chance(0.6)) {
            pairs.add(name + encoded(values.hostileText()));
            return;
        }
        List<String> useful = queries.getOrDefault(parameter.name(), List.of());
        if (valid && !useful.isEmpty() && values.chance(0.6)) {
            pairs.add(name + encoded(values.pick(useful)));
            return;
        }
        JsonNode value = values.valid(parameter.schema());
        if (value.isArray()) {
            List<String> known = seen.things(parameter.name());
            boolean usesKnown = valid && known.size() >= value.size() && values.chance(0.6);
            List<String> chosen = usesKnown ? values.shuffled(known) : List.of();
            for (int i = 0; i < value.size(); i++) {
                pairs.add(
                        name + encoded(usesKnown ? chosen.get(i) : value.get(i).asString("")));
            }
        } else {
            pairs.add(name + encoded(value.asString("")));
        }
    }

    /** The body as a text, with its type in the request; null for none. */
    private @Nullable String body(Operation operation, HttpRequest.Builder request, boolean valid) {
        if (operation.body().isEmpty() || (!operation.bodyRequired() && values.chance(0.2))) {
            return null;
        }
        String type = values.pick(List.copyOf(new TreeMap<>(operation.body()).keySet()));
        JsonNode schema = operation.body().get(type);
        if (!valid && values.chance(0.1)) {
            request.header(
                    "Content-Type", values.pick(List.of("text/html", "application/xml", "x", "multipart/form-data")));
        } else {
            request.header("Content-Type", type);
        }
        if (schema == null || !type.endsWith("json")) {
            return valid ? "run: { name: a }\n" : values.hostileText();
        }
        return valid ? useful(values.valid(schema)).toString() : values.broken(schema);
    }

    /** The same with what is there, where a property says what it is for. */
    private JsonNode useful(JsonNode body) {
        if (spared != null && body instanceof ObjectNode object) {
            for (String name : List.copyOf(object.propertyNames())) {
                if (texts.containsKey(name) && values.chance(0.6)) {
                    object.put(name, values.pick(texts.getOrDefault(name, List.of())));
                } else if (name.equals("ids") && !seen.things("run").isEmpty() && values.chance(0.8)) {
                    object.putArray(name).add(values.pick(seen.things("run")));
                }
            }
        }
        return body;
    }

    /** Lone surrogates become question marks, as a browser sends them. */
    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
