// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Reach;
import org.plateaubench.app.editor.Form.Choice;
import org.plateaubench.app.editor.Form.Field;
import org.plateaubench.app.editor.Form.Kind;
import org.plateaubench.engine.config.edit.RunFileText;

/** An incomplete field; values that are not set are those of most fields. Not thread-safe. */
final class FieldDraft {
    private final String path;
    private final Kind kind;
    private final String help;
    private String group = "";
    private @Nullable String unit;
    private @Nullable Double minimum;
    private @Nullable Double maximum;
    private List<Choice> choices = List.of();
    private @Nullable Object defaultValue;
    private @Nullable String shown;
    private boolean isRequired;
    private boolean isSecret;
    private boolean isAdvanced;
    private Reach reach = Reach.FREE;

    FieldDraft(String path, Kind kind, String help) {
        this.path = path;
        this.kind = kind;
        this.help = help;
    }

    FieldDraft in(String heading) {
        group = heading;
        return this;
    }

    FieldDraft bounds(@Nullable Double least, @Nullable Double most, @Nullable String unitForPeople) {
        minimum = least;
        maximum = most;
        unit = unitForPeople;
        return this;
    }

    FieldDraft choices(List<Choice> allowed) {
        choices = allowed;
        return this;
    }

    FieldDraft defaultValue(@Nullable Object value) {
        defaultValue = shown(value);
        return this;
    }

    /** Shows a word that is not the value at the path. */
    FieldDraft showing(@Nullable String word) {
        shown = word;
        return this;
    }

    FieldDraft required(boolean isNeeded) {
        isRequired = isNeeded;
        return this;
    }

    /** Sets whether few users need it; a field that the text contains is never hidden. */
    FieldDraft advanced(boolean isForFew) {
        isAdvanced = isForFew;
        return this;
    }

    FieldDraft guarded(boolean holdsSecret, Reach reached) {
        isSecret = holdsSecret;
        reach = reached;
        return this;
    }

    Field with(RunFileText text) {
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
                shown == null ? shown(given) : shown,
                text.gives(path),
                isRequired,
                isSecret,
                reach,
                isAdvanced && given == null,
                help);
    }

    private @Nullable Object shown(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (kind == Kind.LIST || kind == Kind.LIMITS) {
            return value instanceof List<?> list
                    ? list.stream().map(FieldDraft::text).toList()
                    : List.of(text(value));
        }
        return text(value);
    }

    private static String text(@Nullable Object value) {
        return value instanceof String text ? text : RunFileText.inline(value);
    }
}
