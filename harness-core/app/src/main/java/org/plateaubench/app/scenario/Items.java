// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Links requests for an item to the one that creates it, or else to one that lists items. Not thread-safe. */
final class Items {
    static final String LOCATION = "Location";
    /** Replaces a reference in the shape of a path. */
    private static final String UNKNOWN = "*";

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]+)}");
    private static final List<String> ORDER = List.of("PUT", "PATCH", "POST", "GET", "HEAD", "DELETE");

    private final Draft draft;
    private final Map<Request, List<String>> shapes = new LinkedHashMap<>();
    /** The requests that return the ids of items, by the shape of the path of their collection. */
    private final Map<List<String>, Source> sources = new LinkedHashMap<>();

    /** The requests that return an id which a request sends. */
    private final Map<Request, List<Request>> before = new HashMap<>();

    /** A request whose answer contains an id: the field of the answer, and the variable that stores the id. */
    private record Source(Request provider, String field, String name, String variable) {}

    /** {@code isOpen} returns whether a variable has no value yet. */
    Items(Draft draft, List<Request> requests, Predicate<String> isOpen) {
        this.draft = draft;
        requests.forEach(request -> shapes.put(
                request,
                path(request).stream()
                        .map(segment -> {
                            Matcher reference = REFERENCE.matcher(segment);
                            return reference.find() && isOpen.test(reference.group(1)) ? UNKNOWN : segment;
                        })
                        .toList()));
    }

    private static List<String> path(Request request) {
        return List.of(request.target
                .replaceFirst("^https?://[^/]*", "")
                .split("[?]", 2)[0]
                .split("/", -1));
    }

    void link() {
        shapes.forEach((request, shape) -> findSource(request, shape, "POST"));
        shapes.forEach((request, shape) -> findSource(request, shape, "GET"));
        for (Source source : sources.values()) {
            Map<String, String> rule = source.provider.reply.get(source.field);
            String drawn = rule == null ? source.variable : "own" + capital(source.name);
            if (fields(source.provider).containsKey(source.field)) {
                draw(source, drawn);
            }
            if (rule != null) {
                source.provider.extracts.put(source.variable, rule);
            }
        }
        shapes.forEach(this::linkPath);
        shapes.keySet().forEach(this::linkBody);
        shapes.keySet().forEach(request -> before.put(request, linked(request).toList()));
    }

    private void linkPath(Request request, List<String> shape) {
        boolean isKnown = true;
        List<String> path = new ArrayList<>(path(request));
        int begin = 0;
        for (int at = 0; at < shape.size(); at++) {
            Source source = shape.get(at).equals(UNKNOWN) ? source(request, shape.subList(0, at)) : null;
            if (source != null) {
                path.set(at, "${" + source.variable + "}");
                begin = source.field.equals(LOCATION) ? at : begin;
                setInBody(request, source, !request.method.equals("POST"));
            }
            isKnown &= source != null || !shape.get(at).equals(UNKNOWN);
        }
        if (isKnown) {
            request.declined = 0;
        }
        int query = request.target.indexOf('?');
        request.target =
                String.join("/", path.subList(begin, path.size())) + (query < 0 ? "" : request.target.substring(query));
        setInBody(request, request.method.equals("PUT") ? sources.get(shape) : null, true);
    }

    /** A request that creates an item sends the ids of the items that it refers to, unless they depend on it. */
    private void linkBody(Request request) {
        if (request.method.equals("POST")) {
            sources.values().stream()
                    .filter(source -> source.provider.method.equals("POST"))
                    .filter(source -> fields(request).keySet().stream().anyMatch(field -> isIdOf(field, source)))
                    .filter(source -> !dependsOn(source.provider, request))
                    .forEach(source -> setInBody(request, source, false));
        }
    }

    private Stream<Request> linked(Request request) {
        return sources.values().stream()
                .filter(source -> !source.provider.equals(request) && request.mentions(source.variable))
                .map(Source::provider);
    }

    private boolean dependsOn(Request request, Request other) {
        return request.equals(other) || linked(request).anyMatch(each -> dependsOn(each, other));
    }

    private List<Request> before(Request request) {
        return before.getOrDefault(request, List.of());
    }

    private int depth(Request request) {
        return before(request).stream().mapToInt(each -> 1 + depth(each)).max().orElse(0);
    }

    /** The source of the id in a request; ids from a list are used by reading requests only. */
    private @Nullable Source source(Request request, List<String> collection) {
        Source source = sources.get(collection);
        boolean isRead = request.method.equals("GET") || request.method.equals("HEAD");
        return source != null && (isRead || source.provider.method.equals("POST")) ? source : null;
    }

    private void findSource(Request request, List<String> shape, String method) {
        int at = shape.size();
        boolean isPost = method.equals("POST");
        if (!request.method.equals(method) || sources.containsKey(shape)) {
            return;
        }
        shapes.entrySet().stream()
                .filter(member -> isBelow(member.getValue(), shape))
                .findFirst()
                .ifPresent(member -> {
                    String parameter = path(member.getKey()).get(at).replaceAll(".*\\$\\{|}.*", "");
                    String item = singular(shape.getLast());
                    String name = parameter.equals("id") ? Naming.ofVariable(item) + "Id" : parameter;
                    field(request, parameter, item)
                            .ifPresent(field -> sources.put(
                                    shape,
                                    new Source(
                                            request,
                                            field,
                                            name,
                                            variable((isPost ? "new" : "listed") + capital(name)))));
                });
    }

    private static boolean isBelow(List<String> shape, List<String> collection) {
        int at = collection.size();
        return shape.size() > at
                && shape.get(at).equals(UNKNOWN)
                && shape.subList(0, at).equals(collection);
    }

    private static String capital(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    private String variable(String name) {
        return Stream.iterate(1, number -> number + 1)
                .map(number -> number == 1 ? name : name + number)
                .filter(each -> sources.values().stream().noneMatch(source -> source.variable.equals(each)))
                .findFirst()
                .orElseThrow();
    }

    /** The field of the answer, or else of the sent body, that is the id which a parameter of a path needs. */
    private static Optional<String> field(Request request, String parameter, String item) {
        String name = plain(parameter);
        String plainItem = plain(item);
        String rest = name.startsWith(plainItem) && name.length() > plainItem.length()
                ? name.substring(plainItem.length())
                : name;
        List<String> candidates = name.matches(".*(id|key|number)\\d*")
                ? List.of(name, rest, plainItem + "id", "id", "uuid", "key", "number")
                : List.of(name, rest, "slug", "name", "code", "id", plainItem + "id");
        Optional<String> answered = candidates.stream()
                .flatMap(each -> request.reply.keySet().stream()
                        .filter(field -> plain(field).equals(each)))
                .findFirst();
        Optional<String> sent = fields(request).keySet().stream()
                .filter(field -> plain(field).equals(name) || plain(field).equals(rest))
                .findFirst();
        return answered.or(() -> request.reply.containsKey(LOCATION) ? Optional.of(LOCATION) : sent);
    }

    private static String plain(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }

    private static String singular(String word) {
        return word.endsWith("ies")
                ? word.substring(0, word.length() - 3) + "y"
                : word.replaceFirst("(?<=ss|sh|ch|x)es$|(?<!s)s$", "");
    }

    private static Map<String, @Nullable Object> fields(Request request) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        if (request.body instanceof Request.Body.Json(Map<?, ?> sent)) {
            sent.forEach((name, value) -> fields.put(String.valueOf(name), value));
        }
        return fields;
    }

    private static void set(Request request, String field, String variable) {
        Map<String, @Nullable Object> fields = fields(request);
        boolean isNumber = fields.get(field) instanceof Number;
        fields.put(field, isNumber ? new Request.Unquoted(variable) : "${" + variable + "}");
        request.body = new Request.Body.Json(fields);
    }

    /** Sends a unique value for each item in the field that identifies it. */
    private void draw(Source source, String variable) {
        Object sample = fields(source.provider).get(source.field);
        String text = String.valueOf(sample);
        boolean isUuid = text.matches("[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}");
        boolean isNumber = sample instanceof Number;
        draft.data.put(
                variable, isUuid ? "{ uuid: true }" : isNumber ? "{ sequence: 1000 }" : "{ uniform: 100000..999999 }");
        set(source.provider, source.field, variable);
        if (!isUuid && !isNumber && source.provider.reply.containsKey(source.field)) {
            Map<String, @Nullable Object> fields = fields(source.provider);
            String reference = "${" + variable + "}";
            fields.put(source.field, text.indexOf('@') < 0 ? text + reference : reference + text);
            source.provider.body = new Request.Body.Json(fields);
        }
    }

    /** Sends the id of an item also in the body of a request that needs it, where there is a field for it. */
    private static void setInBody(Request request, @Nullable Source source, boolean changes) {
        if (source != null) {
            fields(request).keySet().stream()
                    .filter(field -> isIdOf(field, source) || (changes && field.equals(source.field)))
                    .toList()
                    .forEach(field -> set(request, field, source.variable));
        }
    }

    private static boolean isIdOf(String field, Source source) {
        return plain(field).equals(plain(source.name));
    }

    /** Groups requests that send an id that another request returns; creations come first. */
    List<List<Request>> flows() {
        List<List<Request>> flows = new ArrayList<>();
        for (Request request : shapes.keySet()) {
            List<List<Request>> linked = flows.stream()
                    .filter(flow -> flow.stream()
                            .anyMatch(each -> before(each).contains(request)
                                    || before(request).contains(each)))
                    .toList();
            List<Request> flow = linked.stream().findFirst().orElseGet(ArrayList::new);
            if (linked.isEmpty()) {
                flows.add(flow);
            }
            linked.stream().skip(1).forEach(other -> {
                flows.remove(other);
                flow.addAll(other);
            });
            flow.add(request);
        }
        Comparator<Request> order = Comparator.comparingInt(this::depth);
        flows.forEach(flow -> {
            flow.sort(order.thenComparingInt(this::length)
                    .thenComparing(request -> String.join("/", shapes.getOrDefault(request, List.of())))
                    .thenComparingInt(request -> ORDER.indexOf(request.method)));
            deleteLast(flow);
        });
        return flows;
    }

    private int length(Request request) {
        return shapes.getOrDefault(request, List.of()).size();
    }

    /** Puts the requests that delete items at the end, those of inner items first. */
    void deleteLast(List<Request> requests) {
        requests.sort(Comparator.comparingInt(request -> {
            int depth = request.method.equals("DELETE") ? depth(request) : 0;
            return depth == 0 ? 0 : Integer.MAX_VALUE - 1_000 * depth - length(request);
        }));
    }
}
