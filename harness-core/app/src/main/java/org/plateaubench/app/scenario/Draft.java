// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.Json;

/** A scenario that is being generated, with the run file that contains it. Not thread-safe. */
final class Draft {
    static final String ANY_ADDRESS = "http://127.0.0.1:8080";

    /** The name of the only component of {@link Request.Unquoted} in JSON. */
    private static final String UNQUOTED = "unquotedReference";

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z/$][A-Za-z0-9 _./?=&$;*-]*");
    private static final Pattern WORD_OF_YAML = Pattern.compile("(?i)true|false|null|yes|no|on|off|~");
    /** Characters that would end a comment or control a terminal; names in an imported file may contain them. */
    private static final Pattern CONTROL_CHARACTERS = Pattern.compile("[\\p{Cc}\\u2028\\u2029]+");

    /** Characters that JSON allows in strings and YAML does not. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\x7f-\\xa0\\u2028\\u2029\\ufeff]");

    /** The source of the scenario, for the first line of the file. */
    final String source;

    String name;
    String address = "";
    final Set<String> others = new LinkedHashSet<>();

    final Map<String, String> parameters = new LinkedHashMap<>();

    final Map<String, String> variables = new LinkedHashMap<>();
    final Map<String, String> data = new LinkedHashMap<>();

    /** Requests of each user before its first flow. */
    final List<Request> start = new ArrayList<>();

    final List<Flow> flows = new ArrayList<>();
    /** Parts that were left out, and decisions for the user, a sentence each. */
    final List<String> notes = new ArrayList<>();

    private final StringBuilder text = new StringBuilder();

    record Flow(String name, int weight, List<Request> requests) {}

    Draft(String source, String name) {
        this.source = source;
        this.name = Naming.of(name);
    }

    void add(Naming names, String flow, int weight, List<Request> requests) {
        for (Request request : requests) {
            request.name = names.unique(request.name);
        }
        flows.add(new Flow(names.unique(flow), weight, requests));
    }

    private void line(int depth, String content) {
        text.append("  ".repeat(depth)).append(content).append('\n');
    }

    private void comment(int depth, String sentence) {
        line(depth, "# " + CONTROL_CHARACTERS.matcher(sentence).replaceAll(" "));
    }

    /** The run file. */
    String text() {
        line(
                0,
                "# Made from " + source.replaceAll("\\R", " ").replaceFirst(".*[/\\\\]", "")
                        + ". Decide what is marked DECIDE before you publish results.");
        notes.forEach(note -> comment(0, note));
        line(0, "run: { name: " + name + " }");
        line(0, "phases: { rampUp: 5s, steady: 30s, rampDown: 2s }");
        line(0, "workloads:");
        line(1, name + ":");
        line(2, "plugin: web");
        line(2, "load: { users: 5, think: 1s }");
        line(2, "parameters:");
        if (address.isEmpty()) {
            comment(3, "DECIDE: the address of the site.");
        }
        line(3, "url: " + scalar(address.isEmpty() ? ANY_ADDRESS : address));
        if (!others.isEmpty()) {
            line(3, "others: " + flow(List.copyOf(others)));
        }
        parameters.forEach((name, value) -> line(3, name + ": " + value));
        line(3, "scenario:");
        if (!variables.isEmpty()) {
            line(4, "variables:");
            variables.forEach((name, value) -> line(5, name + ": " + scalar(value)));
        }
        if (!data.isEmpty()) {
            line(4, "data:");
            data.forEach((name, source) -> line(5, name + ": " + source));
        }
        if (!start.isEmpty()) {
            line(4, "start:");
            start.forEach(request -> request(5, request));
        }
        line(4, "flows:");
        for (Flow flow : flows) {
            line(5, flow.name() + ":");
            if (flow.weight() != 1) {
                line(6, "weight: " + flow.weight());
            }
            line(6, "steps:");
            flow.requests().forEach(request -> request(7, request));
        }
        return text.toString();
    }

    private void request(int depth, Request request) {
        if (request.pauseMillis > 0) {
            line(depth, "- pause: " + request.pauseMillis + "ms");
        }
        request.decisions.forEach(decision -> comment(depth, "DECIDE: " + decision));
        line(depth, "- " + request.method.toLowerCase(Locale.ROOT) + ": " + scalar(request.target));
        line(depth + 1, "name: " + request.name);
        if (!request.headers.isEmpty()) {
            line(depth + 1, "headers:");
            request.headers.forEach((name, value) -> line(depth + 2, scalar(name) + ": " + scalar(value)));
        }
        if (!request.basic.isEmpty()) {
            line(
                    depth + 1,
                    "auth: { basic: { user: " + scalar(request.basic.getFirst()) + ", password: "
                            + scalar(request.basic.getLast()) + " } }");
        }
        if (request.body != null) {
            body(depth, request.body);
        }
        check(depth, request);
        if (request.declined > 0) {
            line(depth + 1, "declined: { status: " + request.declined + " }");
        }
        if (!request.extracts.isEmpty()) {
            line(depth + 1, "extract:");
            request.extracts.forEach((name, rule) -> line(depth + 2, name + ": " + flow(rule)));
        }
    }

    private void body(int depth, Request.Body body) {
        switch (body) {
            case Request.Body.Text(String content) -> line(depth + 1, "text: " + scalar(content));
            case Request.Body.File(String name) -> line(depth + 1, "file: " + scalar(name));
            case Request.Body.Json(Object value) -> line(depth + 1, "json: " + json(value));
            case Request.Body.Form(Map<String, String> fields) -> {
                line(depth + 1, "form:");
                fields.forEach((name, value) -> line(depth + 2, scalar(name) + ": " + scalar(value)));
            }
            case Request.Body.Multipart(Map<String, String> parts) -> {
                line(depth + 1, "multipart:");
                parts.forEach((name, value) -> line(
                        depth + 2,
                        scalar(name) + ": "
                                + (value.startsWith("@")
                                        ? "{ file: " + scalar(value.substring(1)) + " }"
                                        : scalar(value))));
            }
        }
    }

    private void check(int depth, Request request) {
        String contains = request.contains;
        if (!request.status.isEmpty() || contains != null) {
            line(
                    depth + 1,
                    "check: { " + (request.status.isEmpty() ? "" : "status: " + request.status)
                            + (!request.status.isEmpty() && contains != null ? ", " : "")
                            + (contains == null ? "" : "contains: " + scalar(contains)) + " }");
        } else {
            line(
                    depth + 1,
                    "# check: { status: 200, contains: a text of the page }   # without a check nothing is verified");
        }
    }

    /** A body as a mapping of YAML, or as a text of JSON where it has references that are not in quotes. */
    private static String json(@Nullable Object value) {
        String text = Json.MAPPER.writeValueAsString(value);
        return text.contains(UNQUOTED)
                ? scalar(text.replaceAll("\\{\"" + UNQUOTED + "\":\"(\\w+)\"}", "\\${$1}"))
                : flow(value);
    }

    static String flow(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Map<?, ?> map -> {
                StringBuilder result = new StringBuilder("{");
                map.forEach((name, each) -> result.append(result.length() == 1 ? " " : ", ")
                        .append(scalar(String.valueOf(name)))
                        .append(": ")
                        .append(flow(each)));
                yield result.append(map.isEmpty() ? "}" : " }").toString();
            }
            case List<?> list ->
                "[" + String.join(", ", list.stream().map(Draft::flow).toList()) + "]";
            case String content -> scalar(content);
            default -> String.valueOf(value);
        };
    }

    static String scalar(String content) {
        boolean isPlain = PLAIN.matcher(content).matches()
                && !WORD_OF_YAML.matcher(content).matches()
                && !content.endsWith(" ");
        return isPlain
                ? content
                : UNPRINTABLE
                        .matcher(Json.MAPPER.writeValueAsString(content))
                        .replaceAll(found ->
                                String.format("\\\\u%04x", (int) found.group().charAt(0)));
    }
}
