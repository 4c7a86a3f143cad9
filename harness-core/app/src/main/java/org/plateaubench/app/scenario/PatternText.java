// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Generates a short text that a regular expression matches, for the simple expressions of API descriptions. */
final class PatternText {
    private static final String CANDIDATES = "aA0-_.@ /:+#x1b";
    private static final int MAX_EXTRA_CHARACTERS = 256;

    private final String pattern;
    /** Number of further repetitions where any number is allowed. */
    private final int more;

    private int at;

    private PatternText(String pattern, int more) {
        this.pattern = pattern;
        this.more = more;
    }

    /** A text of a length in a range; empty if none was found. */
    static Optional<String> of(String pattern, int least, int most) {
        try {
            Pattern compiled = Pattern.compile(pattern);
            for (int more = 0; more < MAX_EXTRA_CHARACTERS; more++) {
                String text = new PatternText(pattern, more).alternatives();
                if (text.length() >= least
                        && text.length() <= most
                        && compiled.matcher(text).find()) {
                    return Optional.of(text);
                }
            }
        } catch (PatternSyntaxException | StringIndexOutOfBoundsException | NumberFormatException e) {
            // The expression uses a construct that is not supported here.
            return Optional.empty();
        }
        return Optional.empty();
    }

    /** The text of the first alternative; reads up to the end of the group. */
    private String alternatives() {
        String first = sequence();
        while (at < pattern.length() && pattern.charAt(at) == '|') {
            at++;
            sequence();
        }
        return first;
    }

    private String sequence() {
        StringBuilder text = new StringBuilder();
        while (at < pattern.length() && "|)".indexOf(pattern.charAt(at)) < 0) {
            text.append(atom().repeat(times()));
        }
        return text.toString();
    }

    private String atom() {
        char first = pattern.charAt(at++);
        return switch (first) {
            case '^', '$' -> "";
            case '.' -> "a";
            case '(' -> {
                if (pattern.startsWith("?", at)) {
                    at = pattern.indexOf(pattern.startsWith("?<", at) ? '>' : ':', at) + 1;
                }
                String inner = alternatives();
                at++;
                yield inner;
            }
            case '[' -> {
                int end = pattern.indexOf(']', at + 1);
                while (pattern.charAt(end - 1) == '\\') {
                    end = pattern.indexOf(']', end + 1);
                }
                String all = pattern.substring(at - 1, end + 1);
                at = end + 1;
                yield oneOf(all);
            }
            case '\\' -> {
                char escaped = pattern.charAt(at++);
                yield Character.isLetterOrDigit(escaped) ? oneOf("\\" + escaped) : String.valueOf(escaped);
            }
            default -> String.valueOf(first);
        };
    }

    private static String oneOf(String characters) {
        Pattern compiled = Pattern.compile(characters);
        return CANDIDATES
                .chars()
                .mapToObj(Character::toString)
                .filter(each -> compiled.matcher(each).matches())
                .findFirst()
                .orElseGet(() -> characters.substring(1, Math.min(2, characters.length())));
    }

    private int times() {
        return switch (at < pattern.length() ? pattern.charAt(at) : ' ') {
            case '?' -> {
                at++;
                yield 0;
            }
            case '*' -> {
                at++;
                yield more;
            }
            case '+' -> {
                at++;
                yield 1 + more;
            }
            case '{' -> {
                int end = pattern.indexOf('}', at);
                String[] bounds = pattern.substring(at + 1, end).split(",", -1);
                at = end + 1;
                int least = Integer.parseInt(bounds[0]);
                String last = bounds[bounds.length - 1];
                yield Math.min(last.isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(last), least + more);
            }
            default -> 1;
        };
    }
}
