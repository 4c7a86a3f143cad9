// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.contract;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.contract.ApiDocument.Operation;
import org.plateaubench.web.contract.ApiDocument.Parameter;
import tools.jackson.databind.JsonNode;

/** Calls every operation of a document with values that keep it and values that do not, drawn from a seed. One thread. */
public final class Fuzzer {
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final ApiDocument document;
    private final URI server;
    private final HttpClient http;
    private final Values values;
    private final Seen seen = new Seen();
    private final TreeSet<String> faults = new TreeSet<>();
    private final Map<String, Integer> statuses = new TreeMap<>();

    /** A fuzzer of a server that says it keeps a document. */
    public Fuzzer(ApiDocument document, URI server, HttpClient http, long seed) {
        this.document = document;
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

    /**
     * Calls every operation.
     *
     * @param headers who calls, as names and values of headers
     * @param times how often each is called, half of the times with values that keep the document
     */
    public void call(Map<String, String> headers, int times) throws IOException, InterruptedException {
        for (Operation operation : document.operations()) {
            for (int i = 0; i < times; i++) {
                call(operation, headers, i % 2 == 0);
            }
        }
    }

    private void call(Operation operation, Map<String, String> headers, boolean valid)
            throws IOException, InterruptedException {
        String target = document.base() + path(operation, valid) + query(operation, valid);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.resolve(target)).timeout(DEADLINE);
        headers.forEach(request::header);
        String body = body(operation, request, valid);
        request.method(
                operation.method(),
                body == null
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
        HttpResponse<InputStream> response = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        String type = response.headers().firstValue("Content-Type").orElse(null);
        statuses.merge(Integer.toString(response.statusCode()), 1, Integer::sum);
        String fault;
        try (InputStream stream = response.body()) {
            // A stream of events has no end; that it began is enough.
            boolean endless = type != null && type.startsWith("text/event-stream");
            byte[] answer = endless ? new byte[] {0} : stream.readAllBytes();
            fault = document.fault(operation, response.statusCode(), type, answer);
            if (reads(operation)
                    && response.statusCode() == 200
                    && type != null
                    && type.startsWith("application/json")) {
                seen.add(answer);
            }
        }
        if (fault != null) {
            faults.add(operation + ": " + fault + " (for example " + cut(target)
                    + (body == null ? "" : " with " + cut(body)) + ")");
        }
    }

    /** What is there is only ever looked at: everything else is done to what is not there. */
    private static boolean reads(Operation operation) {
        return operation.method().equals("GET");
    }

    /** A value that an answer had for a thing of this name; null when none did, or not this time. */
    private @Nullable String known(Operation operation, Parameter parameter) {
        List<String> values = seen.valuesOf(parameter.name());
        return reads(operation) && !values.isEmpty() && this.values.chance(0.6) ? this.values.pick(values) : null;
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

    private String query(Operation operation, boolean valid) {
        List<String> pairs = new ArrayList<>();
        for (Parameter parameter : operation.parameters()) {
            if (parameter.in().equals("query")) {
                boolean given = valid ? parameter.required() || values.chance(0.5) : values.chance(0.7);
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
        JsonNode value = values.valid(parameter.schema());
        if (value.isArray()) {
            List<String> known = seen.valuesOf(parameter.name());
            boolean usesKnown = valid && known.size() >= value.size() && values.chance(0.6);
            for (int i = 0; i < value.size(); i++) {
                pairs.add(name + encoded(usesKnown ? known.get(i) : value.get(i).asString("")));
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
        return valid ? values.valid(schema).toString() : values.broken(schema);
    }

    /** Lone surrogates become question marks, as a browser sends them. */
    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
