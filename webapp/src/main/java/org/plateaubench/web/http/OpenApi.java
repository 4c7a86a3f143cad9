// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The document of the API (OpenAPI 3.1): {@code openapi.yaml}, completed by what all routes share. Thread-safe. */
public final class OpenApi implements Routes {
    private @Nullable JsonNode document;

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

    private static JsonNode document(List<RouteTable.Route> routes) throws IOException {
        try (InputStream stream = OpenApi.class.getResourceAsStream("openapi.yaml")) {
            JsonNode document = Documents.node(new Load(LoadSettings.builder().build()).loadFromInputStream(stream));
            for (RouteTable.Route route : routes) {
                JsonNode path = document.path("paths")
                        .path(route.path().replace('<', '{').replace('>', '}'));
                if (path.get(route.method().name().toLowerCase(Locale.ROOT)) instanceof ObjectNode operation) {
                    complete(operation, route);
                }
            }
            return document;
        }
    }

    /** Adds the answers that every route has. */
    private static void complete(ObjectNode operation, RouteTable.Route route) {
        operation.put("x-plateau-role", route.role().word());
        ObjectNode responses = operation.withObject("responses");
        responses.properties().forEach(response -> {
            // The document only states the reason of a problem; its form is the same for all.
            boolean isProblem = response.getKey().matches("[45].*");
            if (isProblem && response.getValue() instanceof ObjectNode problem && !problem.has("$ref")) {
                problem.withObject("content")
                        .withObject("application/problem+json")
                        .putIfAbsent("schema", reference("schemas/Problem"));
            }
        });
        responses.putIfAbsent("default", reference("responses/Problem"));
        if (route.role() == Role.ANYONE) {
            operation.putArray("security");
        } else {
            responses.putIfAbsent("401", reference("responses/NotSignedIn"));
            responses.putIfAbsent("403", reference("responses/NotAllowed"));
        }
    }

    private static JsonNode reference(String component) {
        return JsonNodeFactory.instance.objectNode().put("$ref", "#/components/" + component);
    }
}
