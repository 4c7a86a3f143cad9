// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The document of the whole API (OpenAPI 3.1), assembled from the {@code openapi.yaml} of each package and from what
 * all routes share. Any thread.
 */
public final class OpenApi implements Routes {
    private static final String FRAGMENT = "openapi.yaml";
    private static final String PATHS = "paths";
    private static final String COMPONENTS = "components";

    private final List<Routes> packages;
    private @Nullable Map<String, Object> document;

    /** Creates the document of these routes. */
    public OpenApi(List<Routes> packages) {
        this.packages = List.copyOf(packages);
    }

    @Override
    public void addTo(RouteTable table) {
        table.open(RouteTable.API + "/openapi.json", context -> answer(context, table::routes));
    }

    private synchronized void answer(Context context, Supplier<List<RouteTable.Route>> routes) throws IOException {
        if (document == null) {
            document = document(routes.get());
        }
        context.json(document);
    }

    /** Returns the document for these routes. */
    Map<String, Object> document(List<RouteTable.Route> routes) throws IOException {
        Map<String, Object> whole = read(OpenApi.class).orElseThrow();
        List<Class<?>> read = new ArrayList<>();
        for (Routes one : packages) {
            Class<?> type = one.getClass();
            if (read.stream().noneMatch(other -> other.getPackage().equals(type.getPackage()))) {
                read.add(type);
                Optional<Map<String, Object>> fragment = read(type);
                if (fragment.isPresent()) {
                    merge(whole, fragment.get(), type.getPackageName());
                }
            }
        }
        routes.forEach(route -> operation(whole, route).ifPresent(operation -> complete(operation, route)));
        return whole;
    }

    private static Optional<Map<String, Object>> read(Class<?> type) throws IOException {
        try (InputStream stream = type.getResourceAsStream(FRAGMENT)) {
            return stream == null
                    ? Optional.empty()
                    : Optional.of(object(new Load(LoadSettings.builder().build()).loadFromInputStream(stream)));
        }
    }

    private static void merge(Map<String, Object> whole, Map<String, Object> fragment, String source) {
        object(fragment.getOrDefault(PATHS, Map.of())).forEach((path, item) -> {
            String full = path.startsWith(RouteTable.API) || path.equals("/metrics") ? path : RouteTable.API + path;
            Map<String, Object> present = part(part(whole, PATHS), full);
            object(item).forEach((key, value) -> add(present, key, value, full, source));
        });
        object(fragment.getOrDefault(COMPONENTS, Map.of())).forEach((kind, items) -> {
            Map<String, Object> present = part(part(whole, COMPONENTS), kind);
            object(items).forEach((name, value) -> add(present, name, value, kind, source));
        });
    }

    private static void add(Map<String, Object> into, String key, Object value, String where, String source) {
        if (into.putIfAbsent(key, value) != null && !key.equals("parameters")) {
            throw new IllegalStateException(source + " defines " + key + " of " + where + " a second time");
        }
    }

    /** Returns the part of the document for a route. */
    static Optional<Map<String, Object>> operation(Map<String, Object> whole, RouteTable.Route route) {
        Object path = part(whole, PATHS).get(route.path().replace('<', '{').replace('>', '}'));
        return path == null
                ? Optional.empty()
                : Optional.ofNullable(object(path).get(route.method().name().toLowerCase(Locale.ROOT)))
                        .map(OpenApi::object);
    }

    /** Adds the answers that every route has. */
    private static void complete(Map<String, Object> operation, RouteTable.Route route) {
        operation.put("x-plateau-role", route.role().word());
        Map<String, Object> responses = part(operation, "responses");
        responses.replaceAll((status, response) -> isProblem(status, response) ? withProblem(response) : response);
        responses.putIfAbsent("default", Map.of("$ref", "#/components/responses/Problem"));
        if (route.role() == Role.ANYONE) {
            operation.put("security", List.of());
        } else {
            responses.putIfAbsent("401", Map.of("$ref", "#/components/responses/NotSignedIn"));
            responses.putIfAbsent("403", Map.of("$ref", "#/components/responses/NotAllowed"));
        }
    }

    /** Returns whether an answer is a problem: a package only states the reason; its form is the same for all. */
    private static boolean isProblem(String status, Object response) {
        return (status.startsWith("4") || status.startsWith("5"))
                && !object(response).containsKey("$ref")
                && !object(response).containsKey("content");
    }

    private static Map<String, Object> withProblem(Object response) {
        Map<String, Object> whole = new LinkedHashMap<>(object(response));
        whole.put(
                "content",
                Map.of("application/problem+json", Map.of("schema", Map.of("$ref", "#/components/schemas/Problem"))));
        return whole;
    }

    private static Map<String, Object> part(Map<String, Object> of, String key) {
        return object(of.computeIfAbsent(key, absent -> new LinkedHashMap<String, Object>()));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new IllegalStateException("an object was expected in openapi.yaml, not " + value);
    }
}
