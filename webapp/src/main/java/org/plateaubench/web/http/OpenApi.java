// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The document of the API (OpenAPI 3.1): {@code openapi.yaml}, completed by what all routes share. Any thread. */
public final class OpenApi implements Routes {
    private static final String DOCUMENT = "openapi.yaml";
    private @Nullable Map<String, Object> document;

    @Override
    public void addTo(RouteTable table) {
        table.open(RouteTable.API + "/openapi.json", context -> answer(context, table));
    }

    private synchronized void answer(Context context, RouteTable table) throws IOException {
        if (document == null) {
            document = document(table.routes());
        }
        context.json(document);
    }

    private static Map<String, Object> document(List<RouteTable.Route> routes) throws IOException {
        try (InputStream stream = OpenApi.class.getResourceAsStream(DOCUMENT)) {
            Map<String, Object> document =
                    object(new Load(LoadSettings.builder().build()).loadFromInputStream(stream));
            Map<String, Object> paths = part(document, "paths");
            for (RouteTable.Route route : routes) {
                Object path = paths.get(route.path().replace('<', '{').replace('>', '}'));
                if (path != null) {
                    complete(object(path), route);
                }
            }
            return document;
        }
    }

    /** Adds the answers that every route has. */
    private static void complete(Map<String, Object> path, RouteTable.Route route) {
        Map<String, Object> operation = part(path, route.method().name().toLowerCase(Locale.ROOT));
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

    /** Returns whether an answer is a problem: the document only states the reason; its form is the same for all. */
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
        return object(of.get(key));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new IllegalStateException("an object was expected in " + DOCUMENT + ", not " + value);
    }
}
