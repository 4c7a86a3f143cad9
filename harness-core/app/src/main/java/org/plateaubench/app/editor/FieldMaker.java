// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.editor.Form.Choice;
import org.plateaubench.app.editor.Form.Kind;
import org.plateaubench.app.plugin.ParameterDescription;
import org.plateaubench.engine.config.key.Key;

/** Creates fields from the schema of run files and from the parameters of plugins. Pure functions. */
final class FieldMaker {
    private static final String RATE_UNITS = "/(s|min|h)";

    private FieldMaker() {}

    /** A field of a key of run files. */
    static FieldDraft of(String section, Key<?> key) {
        return of(key.within(section), key.schema()).required(key.isRequired()).advanced(key.isAdvanced());
    }

    /** A field of a key that a schema describes. */
    static FieldDraft of(String path, Map<?, ?> schema) {
        Map<?, ?> form = SchemaNode.resolved(schema);
        return new FieldDraft(path, kind(schema, form), SchemaNode.description(schema))
                .bounds(bound(form, "minimum"), bound(form, "maximum"), null)
                .choices(Choice.of(SchemaNode.words(form)))
                .defaultValue(schema.get("default"));
    }

    static FieldDraft of(String section, ParameterDescription parameter) {
        Kind kind = kind(parameter);
        boolean isWritten = kind == Kind.LIST || kind == Kind.YAML;
        return new FieldDraft(section + "." + parameter.name(), kind, parameter.description())
                .in("Parameters")
                .bounds(parameter.minimum(), parameter.maximum(), parameter.unit())
                .choices(Choice.of(parameter.choices()))
                .defaultValue(isWritten ? parameter.defaultValue() : parameter.defaultText())
                .required(parameter.isRequired())
                .guarded(parameter.secret(), parameter.reach());
    }

    private static @Nullable Double bound(Map<?, ?> schema, String key) {
        return schema.get(key) instanceof Number number ? Double.valueOf(number.doubleValue()) : null;
    }

    private static Kind kind(Map<?, ?> schema, Map<?, ?> form) {
        String definition = SchemaNode.definition(schema);
        if (definition.equals("duration")) {
            return Kind.DURATION;
        }
        if (!SchemaNode.words(form).isEmpty()) {
            return Kind.CHOICE;
        }
        return switch (String.valueOf(form.get("type"))) {
            case "integer" -> Kind.INTEGER;
            case "number" -> Kind.NUMBER;
            case "boolean" -> Kind.BOOLEAN;
            case "string" -> String.valueOf(form.get("pattern")).contains(RATE_UNITS) ? Kind.RATE : Kind.TEXT;
            default -> Kind.YAML;
        };
    }

    private static Kind kind(ParameterDescription parameter) {
        if (!parameter.choices().isEmpty()) {
            return Kind.CHOICE;
        }
        return switch (parameter.type()) {
            case "whole number" -> Kind.INTEGER;
            case "number" -> Kind.NUMBER;
            case "true or false" -> Kind.BOOLEAN;
            case "text" -> Kind.TEXT;
            case "duration" -> Kind.DURATION;
            default -> parameter.type().startsWith("list of") ? Kind.LIST : Kind.YAML;
        };
    }
}
