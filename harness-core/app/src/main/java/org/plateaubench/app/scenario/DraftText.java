// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

final class DraftText {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z/$][A-Za-z0-9 _./?=&$;*-]*");
    private static final Pattern WORD_OF_YAML = Pattern.compile("(?i)true|false|null|yes|no|on|off|~");
    /** What would end a comment, or change a terminal: names of a foreign file may contain it. */
    private static final Pattern BREAKS = Pattern.compile("[\\p{Cc}\\u2028\\u2029]+");

    private static final int LONGEST_LINE = 110;

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
            int end = rest.length() <= LONGEST_LINE ? rest.length() : rest.lastIndexOf(' ', LONGEST_LINE);
            end = end <= 0 ? Math.min(rest.length(), LONGEST_LINE) : end;
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
        line(4, "flows:");
        for (Draft.Flow flow : draft.flows) {
            line(5, flow.name() + ":");
            if (flow.weight() != 1) {
                line(6, "weight: " + number(flow.weight()));
            }
            line(6, "steps:");
            flow.requests().forEach(this::request);
        }
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private void request(Request request) {
        if (request.pauseMillis > 0) {
            line(7, "- pause: " + request.pauseMillis + "ms");
        }
        request.decisions.forEach(decision -> comment(7, "DECIDE: " + decision));
        line(7, "- " + request.method.toLowerCase(java.util.Locale.ROOT) + ": " + scalar(request.target));
        line(8, "name: " + request.name);
        if (!request.headers.isEmpty()) {
            line(8, "headers:");
            request.headers.forEach((name, value) -> line(9, scalar(name) + ": " + scalar(value)));
        }
        if (request.body != null) {
            body(request.body);
        }
        check(request);
        if (request.declined > 0) {
            line(8, "declined: { status: " + request.declined + " }");
        }
        if (!request.extracts.isEmpty()) {
            line(8, "extract:");
            request.extracts.forEach((name, rule) -> line(9, name + ": " + flow(rule)));
        }
    }

    private void body(Request.Body body) {
        switch (body) {
            case Request.Body.Text(String content) -> line(8, "text: " + scalar(content));
            case Request.Body.File(String name) -> line(8, "file: " + scalar(name));
            case Request.Body.Json(Object value) -> line(8, "json: " + flow(value));
            case Request.Body.Form(Map<String, String> fields) -> {
                line(8, "form:");
                fields.forEach((name, value) -> line(9, scalar(name) + ": " + scalar(value)));
            }
            case Request.Body.Multipart(Map<String, String> parts) -> {
                line(8, "multipart:");
                parts.forEach((name, value) -> line(
                        9,
                        scalar(name) + ": "
                                + (value.startsWith("@")
                                        ? "{ file: " + scalar(value.substring(1)) + " }"
                                        : scalar(value))));
            }
        }
    }

    private void check(Request request) {
        String contains = request.contains;
        if (request.status > 0 || contains != null) {
            line(
                    8,
                    "check: { " + (request.status > 0 ? "status: " + request.status : "")
                            + (request.status > 0 && contains != null ? ", " : "")
                            + (contains == null ? "" : "contains: " + scalar(contains)) + " }");
        } else {
            line(8, "# check: { status: 200, contains: a text of the page }   # without a check nothing is verified");
        }
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

    /** A text as a scalar of YAML, in quotes where it needs them. */
    static String scalar(String content) {
        boolean plain = PLAIN.matcher(content).matches()
                && !WORD_OF_YAML.matcher(content).matches()
                && !content.endsWith(" ");
        if (plain) {
            return content;
        }
        StringBuilder quoted = new StringBuilder("\"");
        content.chars().forEach(each -> {
            switch (each) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (each < 0x20
                            || each == 0x7f
                            || each == 0x85
                            || each == 0xa0
                            || each == 0x2028
                            || each == 0x2029
                            || each == 0xfeff) {
                        quoted.append(String.format("\\u%04x", each));
                    } else {
                        quoted.append((char) each);
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }
}
