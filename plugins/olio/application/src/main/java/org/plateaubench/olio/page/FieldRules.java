// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.page;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rules for the values of each kind of field. */
public final class FieldRules {
    private static final Pattern USER_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{2,24}");
    private static final Pattern EMAIL = Pattern.compile("[^\\s@<>\"]{1,64}@[^\\s@<>\"]{1,64}");
    private static final Pattern TELEPHONE = Pattern.compile("[0-9+() ./-]{3,25}");
    private static final Pattern ZIP = Pattern.compile("[A-Za-z0-9 -]{3,12}");
    private static final Pattern TAG = Pattern.compile("[\\p{L}\\p{N}_-]{1,30}");
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s,]+");
    private static final int TAG_CHARACTERS_AT_MOST = 30;
    private static final int PASSWORD_AT_LEAST = 4;
    private static final int FIRST_YEAR = 1970;
    private static final int LAST_YEAR = 9999;

    /** Names that are also addresses of other pages. */
    private static final Set<String> TAKEN_BY_PAGES = Set.of("new", "check");

    private static final Set<String> ZONES = ZoneId.getAvailableZoneIds().stream()
            .filter(zone -> zone.equals("UTC")
                    || (zone.contains("/") && !zone.startsWith("Etc/") && !zone.startsWith("SystemV/")))
            .collect(Collectors.toUnmodifiableSet());

    private FieldRules() {}

    /** Returns what is wrong with a value; null for nothing. */
    static @Nullable String problem(Field field, String value) {
        if (value.isEmpty()) {
            return field.required() ? field.label() + " is missing." : null;
        }
        if (value.length() > field.atMost()) {
            return "Too long: at most " + field.atMost() + " characters.";
        }
        return switch (field.kind()) {
            case USER_NAME -> userNameProblem(value);
            case PASSWORD -> value.length() < PASSWORD_AT_LEAST ? "Too short: at least 4 characters." : null;
            case EMAIL -> EMAIL.matcher(value).matches() ? null : "Not an e-mail address.";
            case TELEPHONE -> TELEPHONE.matcher(value).matches() ? null : "Not a telephone number.";
            case ZIP -> ZIP.matcher(value).matches() ? null : "Not a ZIP code.";
            case TIME_ZONE -> isZone(value) ? null : "No such time zone.";
            case DATE_TIME -> momentProblem(value);
            case TAGS -> tagsProblem(value);
            case TEXT, TEXT_AREA, PICTURE, DOCUMENT -> null;
        };
    }

    /** Returns what is wrong with a user name; null for nothing. */
    public static @Nullable String userNameProblem(String name) {
        if (TAKEN_BY_PAGES.contains(name)) {
            return "This name is taken.";
        }
        return USER_NAME.matcher(name).matches() ? null : "3 to 25 letters and figures, please.";
    }

    /** Returns the time zones to choose from, by name. */
    public static List<String> zones() {
        return ZONES.stream().sorted().toList();
    }

    static Set<String> words(String tags) {
        return Arrays.stream(BETWEEN_WORDS.split(tags, -1))
                .filter(word -> !word.isEmpty())
                .map(word -> word.toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static boolean isZone(String name) {
        return ZONES.contains(name) || ZoneId.getAvailableZoneIds().contains(name);
    }

    private static @Nullable String momentProblem(String value) {
        try {
            int year = LocalDateTime.parse(value).getYear();
            return year >= FIRST_YEAR && year <= LAST_YEAR ? null : "No such year.";
        } catch (DateTimeParseException e) {
            return "Not a date and time, such as 2026-11-21T19:30.";
        }
    }

    /**
     * Returns whether a word can be the name of a tag. Letters beyond the first 65,536 count as two characters, as in
     * its column.
     */
    public static boolean isTag(String word) {
        return word.length() <= TAG_CHARACTERS_AT_MOST && TAG.matcher(word).matches();
    }

    private static @Nullable String tagsProblem(String value) {
        Set<String> words = words(value);
        if (words.isEmpty() || words.size() > Form.TAGS_AT_MOST) {
            return "1 to " + Form.TAGS_AT_MOST + " tags, please.";
        }
        return words.stream().allMatch(FieldRules::isTag) ? null : "Tags are words of at most 30 letters and figures.";
    }
}
