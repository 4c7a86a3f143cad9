// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.contract;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** An OpenAPI document as a stranger's client reads it. Not for several threads. */
public final class ApiDocument {
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

    /** Words that a list of schemas follows. */
    private static final List<String> SEVERAL = List.of("allOf", "anyOf", "oneOf");

    /** Fields that an answer may lack; every other one is there, null where it has no value. */
    private static final Set<String> OPTIONAL = Set.of("problems", "yaml");

    private final JsonNode tree;
    private final Map<JsonNode, Schema> schemas = new HashMap<>();

    /** The document of a text. */
    public ApiDocument(String json) {
        this.tree = JsonMapper.shared().readTree(json);
    }

    /**
     * One operation.
     *
     * @param method method of HTTP, in capitals
     * @param path path below the server's address, with names in braces
     * @param queryParameters names of the parameters in the query
     * @param body schema of the body by media type; empty without one
     * @param responses by status, resolved
     */
    public record Operation(
            String method,
            String path,
            List<String> queryParameters,
            Map<String, JsonNode> body,
            Map<String, JsonNode> responses) {
        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    /** Every operation. */
    public List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        for (Map.Entry<String, JsonNode> path : tree.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> entry : path.getValue().properties()) {
                if (METHODS.contains(entry.getKey())) {
                    operations.add(operation(entry.getKey(), path.getKey(), path.getValue(), entry.getValue()));
                }
            }
        }
        return operations;
    }

    /** A value for each property that the body of an operation must have; empty without a body of JSON. */
    public Map<String, Object> requiredOfBody(Operation operation) {
        Map<String, Object> required = new TreeMap<>();
        JsonNode schema = operation.body().get("application/json");
        if (schema != null) {
            JsonNode body = resolve(schema);
            body.path("required")
                    .forEach(name -> required.put(name.asString(), value(body.at("/properties/" + name.asString()))));
        }
        return required;
    }

    private Object value(JsonNode property) {
        JsonNode schema = resolve(property);
        if (schema.has("enum")) {
            return schema.at("/enum/0").asString();
        }
        return switch (schema.path("type").asString()) {
            case "array" -> List.of();
            case "boolean" -> false;
            default -> "text";
        };
    }

    /** Method and path of each, the way a table of routes has them. */
    public Set<String> routes() {
        Set<String> routes = new TreeSet<>();
        operations().forEach(operation -> routes.add(operation.toString()));
        return routes;
    }

    private Operation operation(String method, String path, JsonNode item, JsonNode operation) {
        List<String> parameters = new ArrayList<>();
        for (JsonNode list : List.of(item.path("parameters"), operation.path("parameters"))) {
            for (JsonNode reference : list) {
                JsonNode parameter = resolve(reference);
                if (parameter.path("in").asString().equals("query")) {
                    parameters.add(parameter.path("name").asString());
                }
            }
        }
        JsonNode body = resolve(operation.path("requestBody"));
        Map<String, JsonNode> content = new HashMap<>();
        body.path("content")
                .properties()
                .forEach(entry -> content.put(entry.getKey(), entry.getValue().path("schema")));
        Map<String, JsonNode> responses = new HashMap<>();
        operation
                .path("responses")
                .properties()
                .forEach(entry -> responses.put(entry.getKey(), resolve(entry.getValue())));
        return new Operation(method.toUpperCase(Locale.ROOT), path, parameters, content, responses);
    }

    /** What a reference points to; the node itself when it is none. */
    private JsonNode resolve(JsonNode node) {
        JsonNode resolved = node;
        while (resolved.path("$ref").isString()) {
            resolved = tree.at(resolved.path("$ref").asString().substring(1));
        }
        return resolved;
    }

    /** What is wrong with an answer, by this document; null when nothing is. */
    public @Nullable String fault(Operation operation, int status, @Nullable String contentType, byte[] body) {
        JsonNode response = operation.responses().get(Integer.toString(status));
        if (response == null && status >= 400) {
            response = operation.responses().get("default");
        }
        if (status >= 500 && status != 503) {
            return "status " + status;
        }
        if (response == null) {
            return "status " + status + " is not documented";
        }
        JsonNode content = response.path("content");
        if (content.isEmpty()) {
            return body.length == 0 ? null : "status " + status + " is documented without a body, but has one";
        }
        String type = contentType == null ? "" : contentType.split(";", 2)[0].strip();
        JsonNode media = content.path(type);
        if (media.isMissingNode()) {
            return "status " + status + " has the undocumented content type '" + type + "'";
        }
        return type.endsWith("json") ? wrong(media.path("schema"), body) : null;
    }

    private @Nullable String wrong(JsonNode schema, byte[] body) {
        if (schema.isMissingNode()) {
            return null;
        }
        JsonNode value;
        try {
            value = JsonMapper.shared().readTree(body);
        } catch (tools.jackson.core.JacksonException e) {
            return "no JSON: " + e.getOriginalMessage();
        }
        List<String> errors = schemas.computeIfAbsent(schema, this::compile).validate(value).stream()
                .map(Object::toString)
                .limit(3)
                .toList();
        return errors.isEmpty() ? null : "does not keep its schema: " + errors;
    }

    /**
     * A schema of OpenAPI 3.1 is one of JSON Schema 2020-12, whose references point into the document. The objects of
     * an answer have all fields that their schemas name, and no others.
     */
    private Schema compile(JsonNode schema) {
        ObjectNode root = JsonMapper.shared().createObjectNode();
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        JsonNode components = tree.path("components").deepCopy();
        components.path("schemas").forEach(this::closeParts);
        root.set("components", components);
        JsonNode answer = schema.deepCopy();
        close(answer);
        root.putArray("allOf").add(answer);
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(root);
    }

    /** Closes a schema where it is used: a reference may be part of an object with more fields elsewhere. */
    private void close(JsonNode schema) {
        if (schema instanceof ObjectNode use) {
            closeParts(use);
            if (namesFields(use) && !use.has("additionalProperties")) {
                use.put("unevaluatedProperties", false);
            }
        }
    }

    private void closeParts(JsonNode schema) {
        if (schema instanceof ObjectNode named && named.has("properties")) {
            ArrayNode required = named.putArray("required");
            named.path("properties").propertyNames().stream()
                    .filter(field -> !OPTIONAL.contains(field))
                    .forEach(required::add);
        }
        schema.path("properties").forEach(this::close);
        schema.path("prefixItems").forEach(this::close);
        close(schema.path("items"));
        close(schema.path("additionalProperties"));
        for (String several : SEVERAL) {
            schema.path(several).forEach(this::closeParts);
        }
    }

    private boolean namesFields(JsonNode schema) {
        return schema.has("properties")
                || (schema.has("$ref") && namesFields(resolve(schema)))
                || SEVERAL.stream()
                        .anyMatch(several -> schema.path(several).valueStream().anyMatch(this::namesFields));
    }
}
