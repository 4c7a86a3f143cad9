// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.util.Map;

/**
 * The rule for names that users choose: {@code [a-z][A-Za-z0-9-]*}. Names that a plugin gives to operations, units and
 * measures may also begin with an uppercase letter.
 */
public final class Names {
    /** Greatest length of a name that a user chooses, in characters; file names append text to it. */
    public static final int MAX_CHARACTERS = 100;

    private Names() {}

    /** Whether the text is a valid name. */
    public static boolean isValid(String text) {
        if (text.isEmpty() || !isLowercase(text.charAt(0))) {
            return false;
        }
        // Not a regular expression: the controller checks every tag of every interval, which took 10% of its CPU time.
        for (int i = 1; i < text.length(); i++) {
            char each = text.charAt(i);
            boolean isAllowed =
                    isLowercase(each) || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9') || each == '-';
            if (!isAllowed) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLowercase(char character) {
        return character >= 'a' && character <= 'z';
    }

    /**
     * Returns the name if it is valid.
     *
     * @param kind kind of the named object, for the message of the exception
     * @throws IllegalArgumentException when the name is not valid
     */
    public static String require(String name, String kind) {
        if (!isValid(name)) {
            throw new IllegalArgumentException(kind + " name '" + name
                    + "' must start with a lowercase letter and hold only letters, digits and hyphens");
        }
        return name;
    }

    /** Checks a name that a plugin gives to an operation, a unit or a measure. */
    static void requirePluginName(String name, String kind) {
        boolean isUppercase = !name.isEmpty() && name.charAt(0) >= 'A' && name.charAt(0) <= 'Z';
        require(isUppercase ? Character.toLowerCase(name.charAt(0)) + name.substring(1) : name, kind);
    }

    static void requireWeights(Map<String, Double> weights) {
        if (weights.isEmpty()) {
            throw new IllegalArgumentException("at least one weight is needed");
        }
        weights.forEach((name, weight) -> {
            requirePluginName(name, "weighted operation or unit");
            if (!(weight > 0) || weight.isInfinite()) {
                throw new IllegalArgumentException("weight of " + name + " must be above 0, found " + weight);
            }
        });
    }
}
