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
    private static final String ANY = "*";

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]+)}");
    private static final List<String> ORDER = List.of("PUT", "PATCH", "POST", "GET", "HEAD", "DELETE");

    private final Draft draft;
    private final Map<Request, List<String>> shapes = new LinkedHashMap<>();
    /** The requests that return the ids of items, by the shape of the path of their collection. */
    private final Map<List<String>, Source> sources = new LinkedHashMap<>();

    private final Map<Request, List<List<String>>> collections = new HashMap<>();
    private final Map<Request, List<List<String>>> needed = new HashMap<>();

    /** A request whose answer contains an id: the field of the answer, and the variable that stores the id. */
    private record Source(Request by, String field, String name, String variable) {}

    /** {@code isOpen} returns whether a variable has no value yet. */
    Items(Draft draft, List<Request> requests, Predicate<String> isOpen) {
        this.draft = draft;
        requests.forEach(request -> shapes.put(
                request,
                path(request).stream()
                        .map(segment -> {
                            Matcher reference = REFERENCE.matcher(segment);
                            return reference.find() && isOpen.test(reference.group(1)) ? ANY : segment;
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
        shapes.forEach((request, shape) -> find(request, shape, "POST"));
        shapes.forEach((request, shape) -> find(request, shape, "GET"));
        for (Source source : sources.values()) {
            Map<String, String> rule = source.by.reply.get(source.field);
            String drawn = rule == null ? source.variable : "own" + capital(source.name);
            if (fields(source.by).containsKey(source.field)) {
                draw(source, drawn);
            }
            if (rule != null) {
                source.by.extracts.put(source.variable, rule);
            }
        }
        shapes.forEach(this::link);
    }

    private void link(Request request, List<String> shape) {
        boolean isKnown = true;
        List<String> path = new ArrayList<>(path(request));
        int begin = 0;
        for (int at = 0; at < shape.size(); at++) {
            Source source = shape.get(at).equals(ANY) ? source(request, shape.subList(0, at)) : null;
            if (source != null) {
                path.set(at, "${" + source.variable + "}");
                begin = source.field.equals(LOCATION) ? at : begin;
                setInBody(request, source, !request.method.equals("POST"));
            }
            isKnown &= source != null || !shape.get(at).equals(ANY);
        }
        if (isKnown) {
            request.declined = 0;
        }
        int query = request.target.indexOf('?');
        request.target =
                String.join("/", path.subList(begin, path.size())) + (query < 0 ? "" : request.target.substring(query));
        setInBody(request, request.method.equals("PUT") ? sources.get(shape) : null, true);
        needed(request).stream()
                .filter(collection ->
                        root(request).equals(Optional.of(chain(collection).getLast())))
                .forEach(collection -> setInBody(request, sources.get(collection), false));
    }

    /** The source of the id in a request; ids from a list are used by reading requests only. */
    private @Nullable Source source(Request request, List<String> collection) {
        Source source = sources.get(collection);
        boolean isRead = request.method.equals("GET") || request.method.equals("HEAD");
        return source != null && (isRead || source.by.method.equals("POST")) ? source : null;
    }

    private void find(Request request, List<String> shape, String method) {
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
                && shape.get(at).equals(ANY)
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
        List<String> wanted = name.matches(".*(id|key|number)\\d*")
                ? List.of(name, rest, plainItem + "id", "id", "uuid", "key", "number")
                : List.of(name, rest, "slug", "name", "code", "id", plainItem + "id");
        Optional<String> answered = wanted.stream()
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
        Object sample = fields(source.by).get(source.field);
        String text = String.valueOf(sample);
        boolean isUuid = text.matches("[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}");
        boolean isNumber = sample instanceof Number;
        draft.data.put(
                variable, isUuid ? "{ uuid: true }" : isNumber ? "{ sequence: 1000 }" : "{ uniform: 100000..999999 }");
        set(source.by, source.field, variable);
        if (!isUuid && !isNumber && source.by.reply.containsKey(source.field)) {
            Map<String, @Nullable Object> fields = fields(source.by);
            String reference = "${" + variable + "}";
            fields.put(source.field, text.indexOf('@') < 0 ? text + reference : reference + text);
            source.by.body = new Request.Body.Json(fields);
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

    /** The collections of which the body of a request that creates an item has an id. */
    private List<List<String>> needed(Request request) {
        return needed.computeIfAbsent(
                request,
                any -> sources.entrySet().stream()
                        .filter(entry -> request.method.equals("POST")
                                && entry.getValue().by.method.equals("POST")
                                && !entry.getValue().by.equals(request)
                                && fields(request).keySet().stream().anyMatch(field -> isIdOf(field, entry.getValue())))
                        .map(Map.Entry::getKey)
                        .toList());
    }

    /** Groups the requests for each item into one list, and puts every other request into a separate list. */
    List<List<Request>> flows() {
        Map<List<String>, List<Request>> lives = new LinkedHashMap<>();
        List<List<Request>> flows = new ArrayList<>();
        shapes.keySet().forEach(request -> {
            Optional<List<String>> root = root(request);
            List<Request> flow = root.map(lives::get).orElseGet(ArrayList::new);
            if (flow.isEmpty()) {
                flows.add(flow);
                root.ifPresent(collection -> lives.put(collection, flow));
            }
            flow.add(request);
        });
        lives.values().forEach(this::sort);
        return flows;
    }

    /** The outermost collection of the life that a request belongs to. */
    private Optional<List<String>> root(Request request) {
        return linked(request).findFirst().map(collection -> chain(collection).getLast());
    }

    private Stream<List<String>> linked(Request request) {
        return Stream.concat(collections(request).stream(), needed(request).stream());
    }

    /** A collection, the one that is needed to create its items, the one that is needed for those, and so on. */
    private List<List<String>> chain(List<String> collection) {
        List<List<String>> chain = new ArrayList<>(List.of(collection));
        Optional<List<String>> next = Optional.of(collection);
        while (next.isPresent()) {
            Source source = sources.get(next.get());
            next = source == null
                    ? Optional.empty()
                    : linked(source.by).filter(each -> !chain.contains(each)).findFirst();
            next.ifPresent(chain::add);
        }
        return chain;
    }

    /** Puts the requests that delete items at the end, those of inner items first. */
    void deleteLast(List<Request> requests) {
        requests.sort(Comparator.comparingInt(request ->
                request.method.equals("DELETE") && !collections(request).isEmpty()
                        ? Integer.MAX_VALUE
                                - depth(request)
                                - shapes.getOrDefault(request, List.of()).size()
                        : 0));
    }

    private int depth(Request request) {
        return linked(request)
                .mapToInt(collection -> chain(collection).size() * 100)
                .max()
                .orElse(0);
    }

    private List<List<String>> collections(Request request) {
        List<String> shape = shapes.getOrDefault(request, List.of());
        return collections.computeIfAbsent(
                request,
                any -> sources.entrySet().stream()
                        .filter(entry -> entry.getValue().by.equals(request)
                                || (request.method.equals("PUT") && shape.equals(entry.getKey()))
                                || (isBelow(shape, entry.getKey()) && source(request, entry.getKey()) != null))
                        .map(Map.Entry::getKey)
                        .toList());
    }

    /** Creates, changes and reads, the outer items before the inner ones, and at the end removes from the inside. */
    private void sort(List<Request> life) {
        List<List<String>> known = List.copyOf(shapes.values());
        Map<Request, Integer> depths = new HashMap<>();
        life.forEach(request -> depths.put(request, depth(request)));
        Comparator<Request> order = Comparator.comparing(request -> request.method.equals("DELETE"));
        life.sort(order.thenComparingInt(request -> request.method.equals("DELETE")
                        ? -depths.getOrDefault(request, 0)
                                - shapes.getOrDefault(request, List.of()).size()
                        : depths.getOrDefault(request, 0))
                .thenComparing(request -> sources.values().stream().noneMatch(source -> source.by.equals(request)))
                .thenComparingInt(
                        request -> shapes.getOrDefault(request, List.of()).size())
                .thenComparingInt(request -> known.indexOf(shapes.getOrDefault(request, List.of())))
                .thenComparingInt(request -> ORDER.indexOf(request.method)));
    }
}
