// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.Json;

final class DraftText {
    /** The name of the only component of {@link Request.Unquoted}, as JSON has it. */
    private static final String UNQUOTED = "unquotedReference";

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z/$][A-Za-z0-9 _./?=&$;*-]*");
    private static final Pattern WORD_OF_YAML = Pattern.compile("(?i)true|false|null|yes|no|on|off|~");
    /** Characters that would end a comment or control a terminal; names in an imported file may contain them. */
    private static final Pattern BREAKS = Pattern.compile("[\\p{Cc}\\u2028\\u2029]+");

    /** Characters that JSON allows in strings and YAML does not. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\x7f-\\xa0\\u2028\\u2029\\ufeff]");

    private static final int MAX_LINE_LENGTH = 110;

    private final StringBuilder text = new StringBuilder();

    private DraftText() {}

    static String of(Draft draft) {
        DraftText writer = new DraftText();
        writer.write(draft);
        return writer.text.toString();
    }

    private void line(int depth, String content) {
        text.append("  ".repeat(depth)).append(content).append('\n');
    }

    private void comment(int depth, String sentence) {
        String rest = BREAKS.matcher(sentence).replaceAll(" ");
        while (!rest.isEmpty()) {
            int end = rest.length() <= MAX_LINE_LENGTH ? rest.length() : rest.lastIndexOf(' ', MAX_LINE_LENGTH);
            end = end <= 0 ? Math.min(rest.length(), MAX_LINE_LENGTH) : end;
            line(depth, "# " + rest.substring(0, end));
            rest = rest.substring(end).strip();
        }
    }

    private void write(Draft draft) {
        line(
                0,
                "# Made from " + draft.source.replaceAll("\\R", " ").replaceFirst(".*[/\\\\]", "")
                        + ". Decide what is marked DECIDE before you publish results.");
        draft.notes.forEach(note -> comment(0, note));
        line(0, "run: { name: " + draft.name + " }");
        line(0, "phases: { rampUp: 5s, steady: 30s, rampDown: 2s }");
        line(0, "workloads:");
        line(1, draft.name + ":");
        line(2, "plugin: web");
        line(2, "load: { users: 5, think: 1s }");
        line(2, "parameters:");
        if (draft.address.isEmpty()) {
            comment(3, "DECIDE: the address of the site.");
        }
        line(3, "url: " + scalar(draft.address.isEmpty() ? Draft.ANY_ADDRESS : draft.address));
        if (!draft.others.isEmpty()) {
            line(3, "others: " + flow(List.copyOf(draft.others)));
        }
        draft.parameters.forEach((name, value) -> line(3, name + ": " + value));
        line(3, "scenario:");
        if (!draft.variables.isEmpty()) {
            line(4, "variables:");
            draft.variables.forEach((name, value) -> line(5, name + ": " + scalar(value)));
        }
        if (!draft.data.isEmpty()) {
            line(4, "data:");
            draft.data.forEach((name, source) -> line(5, name + ": " + source));
        }
        if (!draft.start.isEmpty()) {
            line(4, "start:");
            draft.start.forEach(request -> request(5, request));
        }
        line(4, "flows:");
        for (Draft.Flow flow : draft.flows) {
            line(5, flow.name() + ":");
            if (flow.weight() != 1) {
                line(6, "weight: " + number(flow.weight()));
            }
            line(6, "steps:");
            flow.requests().forEach(request -> request(7, request));
        }
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private void request(int depth, Request request) {
        if (request.pauseMillis > 0) {
            line(depth, "- pause: " + request.pauseMillis + "ms");
        }
        request.decisions.forEach(decision -> comment(depth, "DECIDE: " + decision));
        line(depth, "- " + request.method.toLowerCase(java.util.Locale.ROOT) + ": " + scalar(request.target));
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
                "[" + String.join(", ", list.stream().map(DraftText::flow).toList()) + "]";
            case String content -> scalar(content);
            default -> String.valueOf(value);
        };
    }

    static String scalar(String content) {
        boolean plain = PLAIN.matcher(content).matches()
                && !WORD_OF_YAML.matcher(content).matches()
                && !content.endsWith(" ");
        return plain
                ? content
                : UNPRINTABLE
                        .matcher(Json.MAPPER.writeValueAsString(content))
                        .replaceAll(found ->
                                String.format("\\\\u%04x", (int) found.group().charAt(0)));
    }
}
