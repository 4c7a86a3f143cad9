// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The view of a form for its template. */
final class FieldView {
    private static final int WIDE_FROM_CHARACTERS = 100;
    private static final List<String> ZONES = FieldRules.zones();

    private FieldView() {}

    static List<Group> groups(FilledForm filled) {
        return filled.form().groups().stream()
                .map(group -> Group.of(group, filled))
                .toList();
    }

    record Group(String legend, List<Input> inputs) {
        static Group of(Form.Group group, FilledForm filled) {
            return new Group(
                    group.legend(),
                    group.fields().stream()
                            .map(field -> Input.of(field, filled))
                            .toList());
        }
    }

    /**
     * A field.
     *
     * @param type type of an input element; empty for another element
     * @param accept accepted types of files
     * @param zones options to choose from
     */
    record Input(
            String name,
            String label,
            String type,
            boolean area,
            List<Option> zones,
            String accept,
            String value,
            boolean required,
            int atMost,
            String hint,
            String autocomplete,
            @Nullable String problem,
            boolean wide) {
        boolean hasZones() {
            return !zones.isEmpty();
        }

        static Input of(Field field, FilledForm filled) {
            String value = field.kind() == Field.Kind.PASSWORD ? "" : filled.value(field.name());
            boolean area = field.kind() == Field.Kind.TEXT_AREA;
            boolean zone = field.kind() == Field.Kind.TIME_ZONE;
            return new Input(
                    field.name(),
                    field.label(),
                    area || zone ? "" : type(field.kind()),
                    area,
                    zone ? options(value) : List.of(),
                    accept(field.kind()),
                    value,
                    field.required(),
                    field.atMost(),
                    field.hint(),
                    field.autocomplete(),
                    filled.problem(field.name()),
                    area
                            || field.kind() == Field.Kind.USER_NAME
                            || (field.atMost() >= WIDE_FROM_CHARACTERS && field.kind() != Field.Kind.PASSWORD));
        }

        private static String type(Field.Kind kind) {
            return switch (kind) {
                case TEXT, USER_NAME, ZIP, TAGS, TEXT_AREA, TIME_ZONE -> "text";
                case PASSWORD -> "password";
                case EMAIL -> "email";
                case TELEPHONE -> "tel";
                case DATE_TIME -> "datetime-local";
                case PICTURE, DOCUMENT -> "file";
            };
        }

        private static String accept(Field.Kind kind) {
            return switch (kind) {
                case PICTURE -> "image/jpeg,image/png";
                case DOCUMENT -> "application/pdf";
                default -> "";
            };
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
