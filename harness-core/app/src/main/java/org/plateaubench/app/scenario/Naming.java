// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class Naming {
    private static final int MAX_LENGTH = 40;
    private static final Pattern NUMBER = Pattern.compile("\\d+|[0-9a-fA-F]{8,}|[0-9a-fA-F-]{32,}");

    private static final Pattern CAPITALS = Pattern.compile("[A-Z]+(?![a-z])");

    private final Set<String> taken = new HashSet<>();

    /** The name, or the name with the next number if it was given before. */
    String unique(String name) {
        String result = name;
        for (int number = 2; !taken.add(result); number++) {
            result = name + "-" + number;
        }
        return result;
    }

    /** The name of a request by its method and path: numbers in the path are left out. */
    static String ofRequest(String method, String target) {
        String path = target.replaceFirst("^https?://[^/]*", "").replaceFirst("[?#].*", "");
        StringBuilder name = new StringBuilder(method.toLowerCase(Locale.ROOT));
        boolean hasSegment = false;
        for (String segment : path.split("/", -1)) {
            String plain = segment.replaceAll("\\$\\{[^}]*}", "").replaceFirst("\\.[a-zA-Z]{2,5}$", "");
            if (!plain.isEmpty() && !NUMBER.matcher(plain).matches()) {
                name.append('-').append(plain);
                hasSegment = true;
            }
        }
        return of(hasSegment ? name.toString() : name + "-home");
    }

    /** A text as a name: small first letter, then letters, digits and hyphens. */
    static String of(String text) {
        String name = text.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^[-0-9]+|-+$", "");
        if (name.isEmpty()) {
            return "step";
        }
        Matcher capitals = CAPITALS.matcher(name);
        int end = capitals.lookingAt() ? capitals.end() : 1;
        String lower = name.substring(0, end).toLowerCase(Locale.ROOT) + name.substring(end);
        return lower.length() <= MAX_LENGTH
                ? lower
                : lower.substring(0, MAX_LENGTH).replaceAll("-+$", "");
    }

    static String ofVariable(String text) {
        String name = of(text).replaceAll("-", "");
        return name.isEmpty() ? "value" : name;
    }
}
