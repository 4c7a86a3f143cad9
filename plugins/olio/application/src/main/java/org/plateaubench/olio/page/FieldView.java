// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The view of a form for its template. */
final class FieldView {
    private static final List<String> ZONES = FieldRules.zones();

    private FieldView() {}

    static List<Group> groups(FilledForm filled) {
        return filled.form().groups().stream()
                .map(group -> new Group(
                        group.legend(),
                        group.fields().stream()
                                .map(field -> Input.of(field, filled))
                                .toList()))
                .toList();
    }

    record Group(String legend, List<Input> inputs) {}

    /** A field as it was filled in, with the options to choose from. */
    record Input(Field field, String value, @Nullable String problem, List<Option> zones) {
        static Input of(Field field, FilledForm filled) {
            String value = field.kind() == Field.Kind.PASSWORD ? "" : filled.value(field.name());
            return new Input(
                    field,
                    value,
                    filled.problem(field.name()),
                    field.kind() == Field.Kind.TIME_ZONE ? options(value) : List.of());
        }

        boolean hasZones() {
            return !zones.isEmpty();
        }

        private static List<Option> options(String chosen) {
            String selected = chosen.isEmpty() ? "UTC" : chosen;
            return ZONES.stream()
                    .map(zone -> new Option(zone, zone.replace('_', ' '), zone.equals(selected)))
                    .toList();
        }
    }

    record Option(String value, String label, boolean selected) {}
}
