// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Finds values in replies that later requests send. A value counts if it is too long to be equal by chance. */
final class Correlation {
    private static final int MIN_TEXT = 8;
    private static final int MIN_DIGITS = 4;
    private static final int MAX_LENGTH = 4_096;
    private static final Pattern INPUT = Pattern.compile("(?is)<input\\b[^>]*>");
    private static final Pattern META = Pattern.compile("(?is)<meta\\b[^>]*csrf[^>]*>");
    private static final Pattern PLAIN_KEY = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");
    private static final Pattern DIGITS = Pattern.compile("\\d+");

    /** The first request whose reply contains a value, by the value, with the rule that extracts it. */
    private final Map<String, Found> found = new HashMap<>();

    private final Map<String, String> variables = new HashMap<>();
    private final Naming names = new Naming();

    private record Found(Request provider, String key, Map<String, String> rule) {}

    void apply(List<Request> requests) {
        for (Request request : requests) {
            replaceSentValues(request);
            readReply(request);
        }
    }

    private void readReply(Request request) {
        if (request.replyType.contains("json")) {
            ImportedText.jsonIn(request.replyText).ifPresent(reply -> addLeaves(request, reply, "$", ""));
        } else if (request.replyType.startsWith("text/html")) {
            addElements(request, INPUT, "input", "name", "value");
            addElements(request, META, "meta", "name", "content");
        }
    }

    private void addLeaves(Request provider, JsonNode value, String path, String key) {
        value.forEachEntry((name, each) -> {
            if (PLAIN_KEY.matcher(name).matches()) {
                addLeaves(provider, each, path + "." + name, name);
            }
        });
        for (int i = 0; value.isArray() && i < value.size(); i++) {
            addLeaves(provider, value.path(i), path + "[" + i + "]", key);
        }
        if (value.isValueNode() && !value.isNull()) {
            addValue(provider, value.asString(""), key, Map.of("json", path));
        }
    }

    private void addElements(Request provider, Pattern element, String tag, String nameOf, String valueOf) {
        Matcher matcher = element.matcher(provider.replyText);
        while (matcher.find()) {
            String name = attribute(matcher.group(), nameOf);
            if (PLAIN_KEY.matcher(name).matches()) {
                addValue(
                        provider,
                        attribute(matcher.group(), valueOf),
                        name,
                        Map.of("css", tag + "[" + nameOf + "=" + name + "]@" + valueOf));
            }
        }
    }

    private static String attribute(String element, String name) {
        Matcher matcher = Pattern.compile("(?is)\\b" + name + "\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)')")
                .matcher(element);
        return matcher.find() ? (matcher.group(1) == null ? matcher.group(2) : matcher.group(1)) : "";
    }

    private void addValue(Request provider, String value, String key, Map<String, String> rule) {
        boolean isDigits = DIGITS.matcher(value).matches();
        if (value.length() >= (isDigits ? MIN_DIGITS : MIN_TEXT) && value.length() <= MAX_LENGTH) {
            found.putIfAbsent(value, new Found(provider, key, rule));
        }
    }

    private void replaceSentValues(Request request) {
        StringBuilder target = new StringBuilder();
        for (String part : request.target.split("(?<=[/?&=])|(?=[/?&=])", -1)) {
            target.append(replaced(part));
        }
        request.target = target.toString();
        request.headers.replaceAll((name, value) -> {
            int blank = value.indexOf(' ');
            return blank < 0 ? replaced(value) : value.substring(0, blank + 1) + replaced(value.substring(blank + 1));
        });
        request.body = switch (request.body) {
            case Request.Body.Form(Map<String, String> fields) -> new Request.Body.Form(fields(fields));
            case Request.Body.Multipart(Map<String, String> parts) -> new Request.Body.Multipart(fields(parts));
            case Request.Body.Json(Object value) -> new Request.Body.Json(Request.Body.mapped(value, this::replaced));
            case Request.Body.Text text -> text;
            case Request.Body.File file -> file;
            case null -> null;
        };
    }

    private Map<String, String> fields(Map<String, String> given) {
        Map<String, String> result = new LinkedHashMap<>();
        given.forEach((name, value) -> result.put(name, replaced(value)));
        return result;
    }

    private String replaced(String sent) {
        for (String value : List.of(sent, decoded(sent))) {
            Found place = found.get(value);
            if (place != null) {
                String variable = variables.computeIfAbsent(value, any -> {
                    String name = names.unique(Naming.ofVariable(place.key())).replace("-", "");
                    place.provider().extracts.put(name, place.rule());
                    return name;
                });
                return "${" + variable + "}";
            }
        }
        return sent;
    }

    private static String decoded(String sent) {
        String decoded = Request.Body.decoded(sent);
        return URLEncoder.encode(decoded, StandardCharsets.UTF_8).equals(sent) ? decoded : sent;
    }
}
