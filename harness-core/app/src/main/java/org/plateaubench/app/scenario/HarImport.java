// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.net.URI;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.UsageError;
import tools.jackson.databind.JsonNode;

/** Creates a scenario from a recording of a browser (HTTP Archive 1.2). Not thread-safe. */
final class HarImport {
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");
    private static final Set<String> RESOURCES = Set.of("image", "stylesheet", "script", "font", "media", "manifest");
    private static final Pattern RESOURCE_TYPE = Pattern.compile(
            "(?:image|font|audio|video)/.*|text/css.*|(?:text|application)/(?:x-)?javascript.*|application/font.*");
    /** Headers that the client sends anyway, that only browsers send, or that depend on a cache. */
    private static final Pattern OWN_HEADER =
            Pattern.compile("(?i):.*|host|connection|content-length|cookie|accept-encoding"
                    + "|user-agent|accept-language|upgrade-insecure-requests|cache-control|pragma|dnt|te|priority|sec-.*|if-.*"
                    + "|keep-alive|transfer-encoding|expect|proxy-.*|x-client-data|referer|origin");

    static final Pattern TITLE = Pattern.compile("(?is)<title[^>]*>\\s*([^<>&]{3,80}?)\\s*</title>");
    private static final Pattern SECRET =
            Pattern.compile("(?i).*(passw|pwd|secret|token|api-?key|authorization|otp).*");
    private static final long MIN_PAUSE_MILLIS = 500;
    private static final long MAX_PAUSE_MILLIS = 30_000;

    private final Draft draft;
    private final Map<String, Integer> leftOut = new TreeMap<>();
    private final List<Request> requests = new ArrayList<>();

    private HarImport(Draft draft) {
        this.draft = draft;
    }

    static Draft read(String file, String text, String name) throws UsageError {
        JsonNode log = ImportedText.json(file, text).path("log");
        if (log.path("entries").isEmpty()) {
            throw new UsageError(file + ": has no entries of a recording (log.entries): is it a HAR file?");
        }
        HarImport reader = new HarImport(new Draft(file, name));
        reader.readEntries(file, log);
        return reader.draft;
    }

    private void readEntries(String file, JsonNode log) throws UsageError {
        List<JsonNode> entries = log.path("entries").valueStream().toList();
        // A page that only redirects to another origin, as http to https does, does not set the origin of the scenario.
        String site = first(entries, entry -> kind(entry).equals("document") && !redirectsToOtherSite(entry))
                .or(() -> first(entries, entry -> kind(entry).equals("document")))
                .or(() -> first(entries, entry -> kind(entry).isEmpty()))
                .map(entry -> origin(entry.path("request").path("url").asString("")))
                .orElse("");
        if (site.isEmpty()) {
            throw new UsageError(file + ": has no request of a page or an interface, only resources of pages");
        }
        draft.address = site;
        String redirected = "";
        OffsetDateTime before = null;
        for (JsonNode entry : entries) {
            JsonNode source = entry.path("request");
            String url = source.path("url").asString("");
            String reason = reasonToLeaveOut(entry, site);
            if (!reason.isEmpty()) {
                leftOut.merge(reason, 1, Integer::sum);
                continue;
            }
            JsonNode reply = entry.path("response");
            OffsetDateTime started = time(entry.path("startedDateTime").asString(""));
            if (!url.equals(redirected) || requests.isEmpty()) {
                requests.add(request(source, url.substring(site.length()), before, started));
            }
            Request request = requests.getLast();
            String location = reply.path("redirectURL").asString("");
            redirected = location.isEmpty() ? "" : resolved(url, location);
            request.status = String.valueOf((int) reply.path("status").asDouble(0));
            JsonNode content = reply.path("content");
            request.replyType = content.path("mimeType").asString("");
            boolean isText = content.path("encoding").asString("").isEmpty();
            request.replyText = isText ? content.path("text").asString("") : "";
            if (started != null) {
                before =
                        started.plusNanos((long) (Math.max(0, entry.path("time").asDouble(0)) * 1e6));
            }
        }
        if (requests.isEmpty()) {
            throw new UsageError(file + ": has no request to " + site + " that can be sent again");
        }
        finish();
    }

    private static Optional<JsonNode> first(List<JsonNode> entries, Predicate<JsonNode> condition) {
        return entries.stream().filter(condition).findFirst();
    }

    private static boolean redirectsToOtherSite(JsonNode entry) {
        String url = entry.path("request").path("url").asString("");
        String location = entry.path("response").path("redirectURL").asString("");
        return !location.isEmpty() && !origin(resolved(url, location)).equals(origin(url));
    }

    private void finish() {
        for (Request request : requests) {
            if (Integer.parseInt(request.status) >= 400) {
                request.decisions.add("the recorded answer was an error, status " + request.status
                        + "; the check demands it. Remove the request, or write the status that is right.");
            }
            Matcher title = TITLE.matcher(request.replyText);
            if (request.replyType.startsWith("text/html") && title.find()) {
                request.contains = ImportedText.literal(title.group(1));
            }
        }
        new Correlation().apply(requests);
        requests.forEach(HarImport::markSecrets);
        leftOut.forEach((reason, count) ->
                draft.notes.add("Left out: " + count + (count == 1 ? " request " : " requests ") + reason + "."));
        draft.add(new Naming(), "visit", 1, requests);
    }

    /** The resource type that the browser recorded, otherwise that of the content; empty for a call of an interface. */
    private static String kind(JsonNode entry) {
        String recorded = entry.path("_resourceType").asString("");
        if (!recorded.isEmpty()) {
            return recorded.equals("xhr") || recorded.equals("fetch") ? "" : recorded;
        }
        String type = entry.path("response")
                .path("content")
                .path("mimeType")
                .asString("")
                .toLowerCase(Locale.ROOT);
        return type.startsWith("text/html")
                ? "document"
                : RESOURCE_TYPE.matcher(type).matches() ? "image" : "";
    }

    private static String reasonToLeaveOut(JsonNode entry, String site) {
        JsonNode source = entry.path("request");
        String url = source.path("url").asString("");
        String kind = kind(entry);
        if (RESOURCES.contains(kind)) {
            return "of images, styles, scripts and fonts";
        }
        if (!url.startsWith("http") || kind.equals("websocket")) {
            return "that are not HTTP";
        }
        if (!origin(url).equals(site)) {
            return "to " + origin(url);
        }
        // Some tools record requests without replies; a browser records the status 0 for a request that it blocked.
        JsonNode status = entry.path("response").path("status");
        if (status.isNumber() && status.asDouble() < 100) {
            return "without a reply";
        }
        String method = source.path("method").asString("").toUpperCase(Locale.ROOT);
        return METHODS.contains(method) && !method.equals("OPTIONS") ? "" : "of method " + method;
    }

    private static Request request(
            JsonNode source, String target, @Nullable OffsetDateTime before, @Nullable OffsetDateTime started) {
        Request request = new Request(
                source.path("method").asString("").toUpperCase(Locale.ROOT),
                ImportedText.literal(target.isEmpty() ? "/" : target.replaceFirst("#.*", "")));
        boolean hasBody = source.path("postData").isObject();
        String type = source.path("postData").path("mimeType").asString("");
        for (JsonNode header : source.path("headers")) {
            String name = header.path("name").asString("");
            if (!OWN_HEADER.matcher(name).matches() && !(hasBody && name.equalsIgnoreCase("content-type"))) {
                request.headers.put(
                        name, ImportedText.literal(header.path("value").asString("")));
            }
        }
        if (hasBody) {
            request.body = body(source.path("postData"), type, request);
        }
        if (before != null && started != null) {
            long pause = Duration.between(before, started).toMillis();
            request.pauseMillis = pause < MIN_PAUSE_MILLIS ? 0 : Math.min(pause, MAX_PAUSE_MILLIS);
        }
        return request;
    }

    private static Request.@Nullable Body body(JsonNode data, String type, Request request) {
        String text = data.path("text").asString("");
        Map<String, String> fields = new LinkedHashMap<>();
        for (JsonNode field : data.path("params")) {
            String file = field.path("fileName").asString("");
            fields.put(
                    field.path("name").asString(""),
                    file.isEmpty()
                            ? ImportedText.literal(decoded(field.path("value").asString(""), type))
                            : "@" + file);
        }
        if (type.startsWith("multipart/form-data")) {
            if (fields.isEmpty()) {
                request.decisions.add("the recording has no parts of this form; add them.");
                return null;
            }
            if (fields.values().stream().anyMatch(value -> value.startsWith("@"))) {
                request.decisions.add("put the files of this form beside the run file.");
            }
            return new Request.Body.Multipart(fields);
        }
        if (type.startsWith("application/x-www-form-urlencoded")) {
            return new Request.Body.Form(fields.isEmpty() ? Request.Body.fields(text) : fields);
        }
        return Request.Body.of(text, type, request);
    }

    private static String decoded(String value, String type) {
        return type.startsWith("application/x-www-form-urlencoded") ? Request.Body.decoded(value) : value;
    }

    private static void markSecrets(Request request) {
        List<String> secrets = new ArrayList<>();
        request.headers.forEach((name, value) -> addSecret(secrets, name, value));
        if (request.body instanceof Request.Body.Form(Map<String, String> fields)) {
            fields.forEach((name, value) -> addSecret(secrets, name, value));
        }
        if (request.body instanceof Request.Body.Json(Map<?, ?> fields)) {
            fields.forEach((name, value) -> addSecret(secrets, String.valueOf(name), String.valueOf(value)));
        }
        if (!secrets.isEmpty()) {
            request.decisions.add(
                    "the recorded value of " + String.join(", ", secrets)
                            + " may be a secret, or valid only once: write ${env:NAME}, a column of a data file, or extract it.");
        }
    }

    private static void addSecret(List<String> secrets, String name, String value) {
        if (SECRET.matcher(name).matches() && !value.contains("${")) {
            secrets.add(name);
        }
    }

    private static @Nullable OffsetDateTime time(String text) {
        try {
            return OffsetDateTime.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    static String origin(String url) {
        Matcher origin = Pattern.compile("(?i)https?://[^/?#{]+").matcher(url);
        return origin.lookingAt() ? origin.group() : "";
    }

    private static String resolved(String url, String location) {
        try {
            return URI.create(url).resolve(location).toString();
        } catch (IllegalArgumentException e) {
            return location;
        }
    }
}
