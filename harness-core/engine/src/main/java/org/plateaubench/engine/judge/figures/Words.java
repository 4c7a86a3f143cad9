// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * How a name of a file is said to a person: {@code newCustomer} is "new customer". Files and the API keep the name. The
 * pages have the same rule; a test holds both to the same examples.
 */
public final class Words {
    /** Where a word begins within a name: a capital after a small letter or digit, or the last of several capitals. */
    private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])[A-Z]|(?<=[A-Z])[A-Z](?=[a-z])");

    private Words() {}

    /** A name in words; an abbreviation of capitals stays one. */
    public static String of(String name) {
        return HUMP.matcher(name).replaceAll(hump -> " " + said(name, hump));
    }

    private static String said(String name, MatchResult hump) {
        boolean isAbbreviation = hump.end() < name.length() && Character.isUpperCase(name.charAt(hump.end()));
        return isAbbreviation ? hump.group() : hump.group().toLowerCase(Locale.ROOT);
    }
}
