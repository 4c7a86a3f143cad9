// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.html.MultipartBody;
import org.plateaubench.http.html.UrlEncodedBody;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.FileText;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;
import org.plateaubench.scenario.value.Values;

/** The body of a request. Immutable once files are loaded; any thread. */
@FunctionalInterface
interface Body {
    /** The keys; a step has at most one of them. */
    List<Key> KEYS = List.of(
            Key.text("text", "The body as text."),
            Key.any("json", "The body as JSON: a mapping, a list, or a text. Values of references are escaped."),
            Key.mapping("form", "The fields of a form by name."),
            Key.text("file", "A file in the folder of the run file; its content is the body."),
            Key.mapping("multipart", "Fields and files of a form by name; a file is {file: x.csv, type: text/csv}."));

    Gson GSON = new GsonBuilder().disableHtmlEscaping().serializeNulls().create();

    RequestBody build(Values values) throws StepFailure;

    /** Reads the body of a step; null for none. */
    static @Nullable Body read(Section step, Scope scope, String contentType) {
        List<String> kinds = KEYS.stream().map(Key::name).filter(step::has).toList();
        if (kinds.size() > 1) {
            step.problem(
                    kinds.get(1), "A request has one body, found " + String.join(" and ", kinds) + ".", "Keep one.");
        }
        if (kinds.isEmpty()) {
            return null;
        }
        String key = kinds.getFirst();
        return switch (key) {
            case "json" -> {
                boolean isTree = step.value(key) instanceof Map || step.value(key) instanceof List;
                String text = isTree ? json(step.value(key)) : step.requiredText(key);
                yield text(scope.template(text, step, key), Encoding::json, orDefault(contentType, "application/json"));
            }
            case "form" -> form(step.section(key), scope, orDefault(contentType, "application/x-www-form-urlencoded"));
            case "file" -> {
                FileText file = scope.binaryFile(step.requiredText(key), step, key);
                yield _ -> RequestBody.of(file.bytes(), contentType);
            }
            case "multipart" -> multipart(step.section(key), scope);
            default ->
                text(
                        scope.template(step.requiredText(key), step, key),
                        null,
                        orDefault(contentType, "text/plain;charset=utf-8"));
        };
    }

    private static String orDefault(String contentType, String defaultType) {
        return contentType.isEmpty() ? defaultType : contentType;
    }

    private static Body text(Template template, Template.@Nullable Encoder encoder, String contentType) {
        String constant = template.constant();
        if (constant != null) {
            RequestBody body = RequestBody.of(constant.getBytes(StandardCharsets.UTF_8), contentType);
            return _ -> body;
        }
        return values -> {
            StringBuilder text = new StringBuilder();
            if (encoder == null) {
                template.append(values, text);
            } else {
                template.append(values, text, encoder);
            }
            return RequestBody.of(text.toString().getBytes(StandardCharsets.UTF_8), contentType);
        };
    }

    private static Body form(Section fields, Scope scope, String contentType) {
        Map<String, Template> templates = new LinkedHashMap<>();
        fields.names().forEach(name -> templates.put(name, scope.template(fields.requiredText(name), fields, name)));
        return values -> {
            UrlEncodedBody body = new UrlEncodedBody();
            for (Map.Entry<String, Template> field : templates.entrySet()) {
                body.add(field.getKey(), field.getValue().text(values));
            }
            return RequestBody.of(body.text().getBytes(StandardCharsets.US_ASCII), contentType);
        };
    }

    @FunctionalInterface
    interface Part {
        void add(MultipartBody body, Values values) throws StepFailure;
    }

    private static Body multipart(Section fields, Scope scope) {
        List<Part> parts = new ArrayList<>();
        for (String name : fields.names()) {
            if (!(fields.value(name) instanceof Map)) {
                Template text = scope.template(fields.requiredText(name), fields, name);
                parts.add((body, values) -> body.add(name, text.text(values)));
                continue;
            }
            Section part = fields.section(name);
            part.allow(List.of(Key.text("file", "The file."), Key.text("type", "Its media type.")));
            FileText file = scope.binaryFile(part.requiredText("file"), part, "file");
            String type = part.text("type").orElse("application/octet-stream");
            parts.add((body, _) -> body.addFile(name, file.name(), RequestBody.of(file.bytes(), type)));
        }
        return values -> {
            MultipartBody body = new MultipartBody();
            for (Part part : parts) {
                part.add(body, values);
            }
            return body;
        };
    }

    /** A tree as JSON; references in its texts are kept. */
    static String json(@Nullable Object tree) {
        return GSON.toJson(tree);
    }
}
