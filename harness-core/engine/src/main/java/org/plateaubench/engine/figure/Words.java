// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.figure;

import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Names in words: {@code newCustomer} is "new customer". The pages have the same rule; a test checks both. */
public final class Words {
    /** The beginning of a word within a name: a capital after a lowercase letter or digit, or the last of many. */
    private static final Pattern WORD_START = Pattern.compile("(?<=[a-z0-9])[A-Z]|(?<=[A-Z])[A-Z](?=[a-z])");

    private Words() {}

    /** A name in words; an abbreviation in capitals stays unchanged, and so does a name that begins with a capital. */
    public static String of(String name) {
        return !name.isEmpty() && Character.isUpperCase(name.charAt(0))
                ? name
                : WORD_START.matcher(name).replaceAll(start -> " " + separated(name, start));
    }

    private static String separated(String name, MatchResult start) {
        boolean isAbbreviation = start.end() < name.length() && Character.isUpperCase(name.charAt(start.end()));
        return isAbbreviation ? start.group() : start.group().toLowerCase(Locale.ROOT);
    }
}
