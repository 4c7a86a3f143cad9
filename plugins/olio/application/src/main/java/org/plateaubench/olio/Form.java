// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.plateaubench.plugin.olio.data.PersonForm.AddressForm;

/** The two long forms of the site. */
@SuppressWarnings("ImmutableEnumChecker") // Its lists are unmodifiable.
enum Form {
    PERSON(
            new Group(
                    "Your account",
                    new Field("userName", "User name", Kind.USER_NAME, 25, "username")
                            .hint("3 to 25 letters and figures. It is the address of your page."),
                    new Field("password", "Password", Kind.PASSWORD, 100, "new-password")
                            .hint("At least 4 characters."),
                    new Field("passwordAgain", "Password once more", Kind.PASSWORD, 100, "new-password")),
            new Group(
                    "About you",
                    new Field("firstName", "First name", Kind.TEXT, 50, "given-name"),
                    new Field("lastName", "Last name", Kind.TEXT, 50, "family-name"),
                    new Field("email", "E-mail", Kind.EMAIL, 100, "email"),
                    new Field("telephone", "Telephone", Kind.TELEPHONE, 25, "tel"),
                    new Field("timeZone", "Time zone", Kind.TIME_ZONE, 50, "off"),
                    new Field("summary", "About you, for others", Kind.TEXT_AREA, 2500, "off"),
                    new Field("picture", "Your picture", Kind.PICTURE, 0, "off").hint("JPEG, at most 2 MB.")),
            Form.address("Where you live")),
    EVENT(
            new Group(
                    "The event",
                    new Field("title", "Title", Kind.TEXT, 100, "off"),
                    new Field("summary", "In one sentence", Kind.TEXT, 100, "off"),
                    new Field("description", "Description", Kind.TEXT_AREA, 500, "off"),
                    new Field("tags", "Tags", Kind.TAGS, 250, "off")
                            .hint("1 to 7 words, separated by spaces or commas.")),
            new Group(
                    "When",
                    new Field("startsAt", "Begins", Kind.DATE_TIME, 16, "off"),
                    new Field("timeZone", "Time zone", Kind.TIME_ZONE, 50, "off"),
                    new Field("telephone", "Telephone for questions", Kind.TELEPHONE, 25, "tel")),
            Form.address("Where"),
            new Group(
                    "Files",
                    new Field("picture", "Picture", Kind.PICTURE, 0, "off").hint("JPEG, at most 2 MB."),
                    new Field("document", "Programme", Kind.DOCUMENT, 0, "off").hint("PDF, at most 2 MB.")));

    private static final int MAX_TAGS = 7;
    static final int MAX_TAG_CHARACTERS = 30;
    private static final Pattern TAG = Pattern.compile("[\\p{L}\\p{N}_-]+");

    /** Names that are paths of other pages. */
    static final Set<String> RESERVED_NAMES = Set.of("new", "check");

    private static final List<String> ZONES = ZoneId.getAvailableZoneIds().stream()
            .filter(zone -> zone.equals("UTC")
                    || (zone.contains("/") && !zone.startsWith("Etc/") && !zone.startsWith("SystemV/")))
            .sorted()
            .toList();

    private final List<Group> groups;

    Form(Group... groups) {
        this.groups = List.of(groups);
    }

    private static Group address(String legend) {
        return new Group(
                legend,
                new Field("street1", "Street", Kind.TEXT, 100, "address-line1"),
                new Field("street2", "Street, second line", Kind.TEXT, 100, "address-line2").optional(),
                new Field("city", "City", Kind.TEXT, 100, "address-level2"),
                new Field("state", "State", Kind.TEXT, 25, "address-level1"),
                new Field("zip", "ZIP code", Kind.ZIP, 12, "postal-code"),
                new Field("country", "Country", Kind.TEXT, 50, "country-name"));
    }

    private record Group(String legend, List<Field> fields) {
        Group(String legend, Field... fields) {
            this(legend, List.of(fields));
        }
    }

    /** A kind of field: the type of its input element, empty for another element, and the pattern of its values. */
    enum Kind {
        TEXT("text", ".*", ""),
        USER_NAME("text", "[A-Za-z0-9][A-Za-z0-9_-]{2,24}", "3 to 25 letters and figures, please."),
        PASSWORD("password", ".{4,}", "Too short: at least 4 characters."),
        EMAIL("email", "[^\\s@<>\"]{1,64}@[^\\s@<>\"]{1,64}", "Not an e-mail address."),
        TELEPHONE("tel", "[0-9+() ./-]{3,25}", "Not a telephone number."),
        ZIP("text", "[A-Za-z0-9 -]{3,12}", "Not a ZIP code."),
        TEXT_AREA("", "(?s).*", ""),
        TIME_ZONE("", ".*", ""),
        /** A local date and time, {@code 2026-11-21T19:30}. */
        DATE_TIME("datetime-local", "(19[7-9]|[2-9]\\d)\\d.*", "Not a date and time, such as 2026-11-21T19:30."),
        TAGS("text", ".*", ""),
        PICTURE("file", "", ""),
        DOCUMENT("file", "", "");

        private final String type;
        private final Pattern values;
        private final String problem;

        Kind(String type, String values, String problem) {
            this.type = type;
            this.values = Pattern.compile(values);
            this.problem = problem;
        }
    }

    /**
     * A field of a form.
     *
     * @param maxLength largest number of characters
     * @param hint text below the field; may be empty
     * @param autocomplete HTML name of the value that a browser may fill in by itself
     */
    record Field(
            String name, String label, Kind kind, int maxLength, String autocomplete, boolean required, String hint) {
        private static final int WIDE_FROM_CHARACTERS = 100;

        Field(String name, String label, Kind kind, int maxLength, String autocomplete) {
            this(name, label, kind, maxLength, autocomplete, !kind.type.equals("file"), "");
        }

        Field hint(String text) {
            return new Field(name, label, kind, maxLength, autocomplete, required, text);
        }

        Field optional() {
            return new Field(name, label, kind, maxLength, autocomplete, false, hint);
        }

        boolean area() {
            return kind == Kind.TEXT_AREA;
        }

        String type() {
            return kind.type;
        }

        /** Returns the accepted types of files. */
        String accept() {
            return kind == Kind.PICTURE ? "image/jpeg" : kind == Kind.DOCUMENT ? "application/pdf" : "";
        }

        boolean wide() {
            return area() || kind == Kind.USER_NAME || (maxLength >= WIDE_FROM_CHARACTERS && kind != Kind.PASSWORD);
        }

        /** Returns the problem of a value; empty for none. */
        private String problemOf(String value) {
            if (value.isEmpty()) {
                return required ? label + " is missing." : "";
            }
            if (value.length() > maxLength) {
                return "Too long: at most " + maxLength + " characters.";
            }
            return switch (kind) {
                case USER_NAME -> userNameProblem(value);
                case TIME_ZONE -> ZoneId.getAvailableZoneIds().contains(value) ? "" : "No such time zone.";
                case TAGS -> tagsProblem(value);
                case DATE_TIME -> kind.values.matcher(value).matches() && isDateTime(value) ? "" : kind.problem;
                default -> kind.values.matcher(value).matches() ? "" : kind.problem;
            };
        }

        private static boolean isDateTime(String value) {
            try {
                LocalDateTime.parse(value);
                return true;
            } catch (DateTimeParseException e) {
                return false;
            }
        }

        private static String tagsProblem(String value) {
            Set<String> words = words(value);
            if (words.isEmpty() || words.size() > MAX_TAGS) {
                return "1 to " + MAX_TAGS + " tags, please.";
            }
            return words.stream().allMatch(Form::isTag) ? "" : "Tags are words of at most 30 letters and figures.";
        }
    }

    static String userNameProblem(String name) {
        if (RESERVED_NAMES.contains(name)) {
            return "This name is taken.";
        }
        return Kind.USER_NAME.values.matcher(name).matches() ? "" : Kind.USER_NAME.problem;
    }

    /**
     * Returns whether a word can be the name of a tag. Letters beyond the first 65,536 count as two characters, as in
     * its column.
     */
    static boolean isTag(String word) {
        return word.length() <= MAX_TAG_CHARACTERS && TAG.matcher(word).matches();
    }

    private static Set<String> words(String tags) {
        return Arrays.stream(tags.split("[\\s,]+"))
                .filter(word -> !word.isEmpty())
                .map(word -> word.toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * Returns a text without leading and trailing blanks and without control characters, some of which databases
     * refuse. Line ends become {@code \n}, or blanks in a single line.
     */
    static String cleaned(String raw, boolean severalLines) {
        String lines = raw.replace("\r\n", "\n").replace('\r', '\n').replace('\t', ' ');
        return (severalLines ? lines : lines.replace('\n', ' '))
                .replaceAll("[\\p{Cntrl}&&[^\n]]", "")
                .strip();
    }

    Filled empty() {
        return new Filled(this);
    }

    /** Reads and checks all fields except files; {@code raw} returns the value of a field, empty if it is missing. */
    Filled filled(UnaryOperator<String> raw) {
        Filled filled = empty();
        for (Group group : groups) {
            for (Field field : group.fields()) {
                if (!field.type().equals("file")) {
                    String value = cleaned(raw.apply(field.name()), field.area());
                    filled.values.put(field.name(), value);
                    filled.reject(field.name(), field.problemOf(value));
                }
            }
        }
        if (this == PERSON && !filled.value("password").equals(filled.value("passwordAgain"))) {
            filled.reject("passwordAgain", "The two passwords are not the same.");
        }
        return filled;
    }

    /** A form with a user's input and its errors. Not thread-safe. */
    static final class Filled {
        private final Form form;
        private final Map<String, String> values = new HashMap<>();
        private final Map<String, String> problems = new LinkedHashMap<>();

        private Filled(Form form) {
            this.form = form;
        }

        String value(String field) {
            return values.getOrDefault(field, "");
        }

        /** Returns the words of the tags, each once. */
        List<String> tags() {
            return List.copyOf(words(value("tags")));
        }

        AddressForm address() {
            return new AddressForm(
                    value("street1"), value("street2"), value("city"), value("state"), value("zip"), value("country"));
        }

        String problem(String field) {
            return problems.getOrDefault(field, "");
        }

        /** Records an error of a field, empty for none; an earlier one takes precedence. */
        void reject(String field, String problem) {
            if (!problem.isEmpty()) {
                problems.putIfAbsent(field, problem);
            }
        }

        boolean isAcceptable() {
            return problems.isEmpty();
        }

        /** Returns the groups of fields as the templates show them. */
        List<Map<String, Object>> groups() {
            return form.groups.stream()
                    .map(group -> Map.of(
                            "legend",
                            group.legend(),
                            "inputs",
                            group.fields().stream().map(this::input).toList()))
                    .toList();
        }

        private Input input(Field field) {
            String shown = field.kind() == Kind.PASSWORD ? "" : value(field.name());
            return new Input(field, shown, problem(field.name()));
        }
    }

    /** A field with its value, for the templates. */
    record Input(Field field, String value, String problem) {
        boolean hasZones() {
            return field.kind() == Kind.TIME_ZONE;
        }

        List<Map<String, Object>> zones() {
            String selected = value.isEmpty() ? "UTC" : value;
            return ZONES.stream()
                    .map(zone -> Map.<String, Object>of(
                            "value", zone, "label", zone.replace('_', ' '), "selected", zone.equals(selected)))
                    .toList();
        }
    }
}
