// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Reach;
import org.plateaubench.app.editor.Form.Choice;
import org.plateaubench.app.editor.Form.Field;
import org.plateaubench.app.editor.Form.Kind;
import org.plateaubench.app.plugin.ParameterDescription;
import org.plateaubench.engine.config.RunFileText;
import org.plateaubench.engine.config.key.Key;

/** Creates fields for the schema of run files and for the parameters of plugins, with the values of one text. */
final class FieldMaker {
    private static final String RATE_UNITS = "/(s|min|h)";

    private final RunFileText text;

    FieldMaker(RunFileText text) {
        this.text = text;
    }

    RunFileText text() {
        return text;
    }

    /** A field of a key of run files. */
    Field of(String path, String group, Key<?> key) {
        return of(path + "." + key.name(), group, key.schema(), key.isRequired(), key.isAdvanced());
    }

    /** A field of a key that a schema describes. */
    Field of(String path, String group, Map<?, ?> schema, boolean isRequired, boolean isAdvanced) {
        Map<?, ?> form = SchemaNode.resolved(schema);
        Kind kind = kind(schema, form);
        List<Choice> choices = Choice.of(SchemaNode.words(form));
        return field(
                path,
                group,
                kind,
                "",
                bound(form, "minimum"),
                bound(form, "maximum"),
                choices,
                shown(kind, schema.get("default")),
                isRequired,
                false,
                Reach.FREE,
                isAdvanced,
                SchemaNode.description(schema));
    }

    /** A field of a parameter. */
    Field of(String section, String group, ParameterDescription parameter) {
        Kind kind = kind(parameter);
        String path = section + "." + parameter.name();
        return field(
                path,
                group,
                kind,
                parameter.unit(),
                parameter.minimum(),
                parameter.maximum(),
                Choice.of(parameter.choices()),
                kind == Kind.LIST || kind == Kind.YAML
                        ? shown(kind, parameter.defaultValue())
                        : parameter.defaultText(),
                parameter.isRequired(),
                parameter.secret(),
                parameter.reach(),
                false,
                parameter.description());
    }

    /** A field whose values are words. */
    Field choice(String path, String group, List<Choice> choices, @Nullable String value, String help) {
        Field field =
                field(path, group, Kind.CHOICE, "", null, null, choices, null, true, false, Reach.FREE, false, help);
        return value == null ? field : withValue(field, value);
    }

    /** A list of limits. */
    Field limits(String path, List<String> defaults, String help) {
        return field(
                path,
                "Limits",
                Kind.LIMITS,
                "",
                null,
                null,
                List.of(),
                defaults,
                false,
                false,
                Reach.FREE,
                false,
                help);
    }

    static Field withDefault(Field field, @Nullable Object defaultValue) {
        return new Field(
                field.path(),
                field.group(),
                field.label(),
                field.kind(),
                field.unit(),
                field.minimum(),
                field.maximum(),
                field.choices(),
                defaultValue,
                field.value(),
                field.isGiven(),
                field.isRequired(),
                field.isSecret(),
                field.reach(),
                field.isAdvanced(),
                field.help());
    }

    private static Field withValue(Field field, String value) {
        return new Field(
                field.path(),
                field.group(),
                field.label(),
                field.kind(),
                field.unit(),
                field.minimum(),
                field.maximum(),
                field.choices(),
                field.defaultValue(),
                value,
                field.isGiven(),
                field.isRequired(),
                field.isSecret(),
                field.reach(),
                field.isAdvanced(),
                field.help());
    }

    private Field field(
            String path,
            String group,
            Kind kind,
            String unit,
            @Nullable Double minimum,
            @Nullable Double maximum,
            List<Choice> choices,
            @Nullable Object defaultValue,
            boolean isRequired,
            boolean isSecret,
            Reach reach,
            boolean isAdvanced,
            String help) {
        Object given = text.at(path);
        return new Field(
                path,
                group,
                path.substring(path.lastIndexOf('.') + 1),
                kind,
                unit,
                minimum,
                maximum,
                choices,
                defaultValue,
                shown(kind, given),
                text.gives(path),
                isRequired,
                isSecret,
                reach,
                isAdvanced && given == null,
                help);
    }

    private static @Nullable Object shown(Kind kind, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (kind == Kind.LIST || kind == Kind.LIMITS) {
            return value instanceof List<?> list
                    ? list.stream().map(FieldMaker::text).toList()
                    : List.of(text(value));
        }
        return text(value);
    }

    private static String text(@Nullable Object value) {
        return value instanceof String text ? text : RunFileText.inline(value);
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
